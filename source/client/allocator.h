/// @file
/// The allocator for the mux objects of a client.
#pragma once

#include <mux/mux.h>

namespace mux::client {

/// Uses the C library's heap.
mux_allocator_info_t allocator();

}  // namespace mux::client
