/// @file
/// Where the layer's mux objects take their memory from.
#pragma once

#include <mux/mux.h>

namespace mux::opencl {

/// The C library's heap.
mux_allocator_info_t allocator();

}  // namespace mux::opencl
