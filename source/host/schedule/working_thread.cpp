#include "host/schedule/working_thread.h"

#include "host/counters/thread_sampler.h"

namespace mux::host {

WorkingThread::~WorkingThread() {
  ThreadSampler::close_unneeded_events();
  if (block_ != nullptr) {
    memory_.scratch.release(block_);
  }
  if (stack_ != nullptr) {
    memory_.stacks.release(stack_);
  }
}

OwnStack *WorkingThread::stack(size_t size) {
  if (stack_ == nullptr || size_of(*stack_) < size) {
    if (stack_ != nullptr) {
      memory_.stacks.release(stack_);
    }
    stack_ = memory_.stacks.acquire(size);
  }
  return stack_;
}

void *WorkingThread::scratch(size_t size) {
  if (block_ == nullptr || block_->size < size) {
    if (block_ != nullptr) {
      memory_.scratch.release(block_);
    }
    block_ = memory_.scratch.acquire(size);
  }
  return block_ != nullptr ? block_->memory() : nullptr;
}

}  // namespace mux::host
