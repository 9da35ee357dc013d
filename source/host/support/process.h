/// @file
/// Detection of forked children, and of devices that belong to the parent.
///
/// Threads do not survive a fork, so inherited devices cannot run anything in the child: calls that
/// run or wait fail, and destroying objects frees memory without waiting or locking. A child can
/// create devices of its own, which run on threads of our own: oneTBB's are gone, and it does not
/// start new ones. Forks are tracked from the time the library is loaded, because the program may
/// use oneTBB itself. Thread-safe.
#pragma once

#include <mux/mux.h>

#include <cstdint>

namespace mux::host {

/// Starts to track forks if that failed at load time; called for every device. Returns false if out
/// of memory.
bool watch_forks();

/// Number of forks from the first process to this one, while tracked. Objects with another
/// generation belong to a parent.
uint32_t fork_generation();

/// A function to call in every forked child, before anything else runs there, to reset state that
/// other threads of the parent held or were changing. Must be created before the first device, and
/// never destroyed.
class ForkedChildHook {
 public:
  explicit ForkedChildHook(void (*function)()) noexcept;

  static void call_all();

 private:
  void (*function_)();
  ForkedChildHook *next_;
};

/// Sets the error text and returns mux_error_failure.
mux_result_t fail_in_forked_child();

}  // namespace mux::host
