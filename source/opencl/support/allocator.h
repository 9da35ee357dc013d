/// @file
/// The allocator for the mux objects of the OpenCL layer.
#pragma once

#include <mux/mux.h>

namespace mux::opencl {

/// Uses the C library's heap.
mux_allocator_info_t allocator();

}  // namespace mux::opencl
