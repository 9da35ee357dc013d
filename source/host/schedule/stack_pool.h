/// @file
/// Stacks for kernels that need more stack than the executing thread has left.
///
/// Any thread may acquire and release stacks. They are reused, and unmapped with the pool.
#pragma once

#include <cstddef>

#include "host/support/lock.h"
#include "host/support/stack.h"

namespace mux::host {

class StackPool {
 public:
  StackPool() = default;
  /// All stacks must have been released, unless this is a forked child.
  ~StackPool();
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  /// Returns a stack of at least `size` usable bytes; NULL if an allocation fails.
  OwnStack *acquire(size_t size);
  void release(OwnStack *stack);

 private:
  OwnStack *take();

  Lock lock_;
  OwnStack *free_ MUX_GUARDED_BY(lock_) = nullptr;
};

}  // namespace mux::host
