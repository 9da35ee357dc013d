/// @file
/// Whether this process is a child that was forked, and which devices are its parent's.
///
/// Threads do not survive a fork, so the devices that existed then cannot run anything there: calls
/// that run or wait are refused, and destroying objects frees memory without waiting or locking. A
/// child can make devices of its own, which run on threads of ours: oneTBB's are gone, and it
/// cannot start them anew. Forks are watched from when this library is loaded, for the program may
/// use oneTBB itself. Any thread may call these.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::host {

/// Starts to watch for forks if that was not possible before; called for every device. Returns
/// false if there is no memory.
bool watch_forks();

/// Grows by one in every child that is forked while forks are watched. Objects of another
/// generation than this are a parent's.
uint32_t fork_generation();

/// Something to do in every such child, before anything else runs there: what other threads of the
/// parent held or had begun is as the fork found it, and they are gone. To be made before the first
/// device, and to stay.
class ForkedChildHook {
 public:
  explicit ForkedChildHook(void (*function)()) noexcept;

  static void call_all();

 private:
  void (*function_)();
  ForkedChildHook *next_;
};

/// Sets the text of the error and returns mux_error_failure.
mux_result_t fail_in_forked_child();

}  // namespace mux::host
