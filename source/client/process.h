/// @file
/// Handlers for fork().
#pragma once

namespace mux::client {

/// Registers a function that is called first in every child forked from now on. The child has a
/// single thread, and locks and data of the parent's other threads are in the state at the fork.
/// Thread-safe. Throws std::bad_alloc.
void call_in_forked_children(void (*function)());

}  // namespace mux::client
