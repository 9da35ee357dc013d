/// @file
/// Whether this process is a child that was forked after a device existed.
///
/// Threads do not survive a fork, so nothing can run there: calls that run or wait are refused, and
/// destroying objects frees memory without waiting or locking. A process that forks before it
/// creates its first device is not affected. Any thread may call these.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::host {

/// Starts to watch for forks; called for every device. Returns false if there is no memory.
bool watch_forks();

/// Grows by one in every child that is forked while forks are watched.
uint32_t fork_generation();

/// Sets the text of the error and returns mux_error_failure.
mux_result_t fail_in_forked_child();

}  // namespace mux::host
