/// @file
/// Remaining stack space of threads, and additional stacks to run on where it is too small.
///
/// Threads of the program may have small stacks, or run on stacks of unknown size (fibers,
/// coroutines, makecontext()). Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host {

/// Returns the stack space below the caller in bytes, less a reserve for signal handlers; 0 if the
/// caller does not run on the thread's original stack. A thread's stack limits are read once.
size_t stack_left();

/// Header of memory for a stack, which has a guard page below it.
struct OwnStack {
  OwnStack *next;
  /// Bytes from the header to the top.
  size_t size;
};

/// Allocates a stack of at least `size` usable bytes; NULL if that fails.
OwnStack *map_stack(size_t size);
void unmap_stack(OwnStack *stack);
/// Number of usable bytes.
size_t size_of(const OwnStack &stack);

/// Calls the function, which must not throw, on the stack.
int32_t call_on_stack(OwnStack &stack, int32_t (*function)(void *argument), void *argument);

/// The same for any callable.
template <typename Function>
int32_t call_on_stack(OwnStack &stack, const Function &function) {
  return call_on_stack(
      stack, [](void *argument) { return (*static_cast<const Function *>(argument))(); },
      const_cast<Function *>(&function));
}

}  // namespace mux::host
