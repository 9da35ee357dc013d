/// @file
/// How much stack a thread has left, and stacks of our own to run on where that is too little.
///
/// Threads of the program may have small stacks, or run on stacks that are not their own (fibers,
/// coroutines, makecontext()), of which nobody knows the size. Any thread may call these.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mux::host {

/// Bytes of stack below the caller that may be used, less what signal handlers need; 0 if the
/// caller does not run on the stack that its thread was made with. The limits of a thread's stack
/// are read once.
size_t stack_left();

/// Memory for a stack, with a guard page below it. It begins with this header.
struct OwnStack {
  OwnStack *next;
  /// Bytes from the header to the top.
  size_t size;
};

/// A stack of at least `size` usable bytes; NULL if there is no memory.
OwnStack *map_stack(size_t size);
void unmap_stack(OwnStack *stack);
/// Usable bytes.
size_t size_of(const OwnStack &stack);

/// Calls the function, which must not throw, on that stack.
int32_t call_on_stack(OwnStack &stack, int32_t (*function)(void *argument), void *argument);

/// The same with any callable.
template <typename Function>
int32_t call_on_stack(OwnStack &stack, const Function &function) {
  return call_on_stack(
      stack, [](void *argument) { return (*static_cast<const Function *>(argument))(); },
      const_cast<Function *>(&function));
}

}  // namespace mux::host
