#include "host/schedule/stack_pool.h"

#include <algorithm>
#include <utility>

#include "host/schedule/tuning.h"

namespace mux::host {

StackPool::~StackPool() {
  // Without the lock, which a thread of a forked child's parent may hold.
  while (free_ != nullptr) {
    unmap_stack(std::exchange(free_, free_->next));
  }
}

OwnStack *StackPool::take() {
  const LockGuard guard(lock_);
  return free_ == nullptr ? nullptr : std::exchange(free_, free_->next);
}

OwnStack *StackPool::acquire(size_t size) {
  // Few are there, and most are of the same size.
  OwnStack *stack = take();
  if (stack != nullptr && size_of(*stack) < size) {
    unmap_stack(std::exchange(stack, nullptr));
  }
  return stack != nullptr ? stack : map_stack(std::max(size, tuning::own_stack_bytes));
}

void StackPool::release(OwnStack *stack) {
  const LockGuard guard(lock_);
  stack->next = std::exchange(free_, stack);
}

}  // namespace mux::host
