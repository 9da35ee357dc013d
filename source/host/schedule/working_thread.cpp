#include "host/schedule/working_thread.h"

#include "host/counters/thread_sampler.h"

namespace mux::host {

WorkingThread::~WorkingThread() {
  ThreadSampler::rest_this_thread();
  if (block_ != nullptr) {
    pool_.release(block_);
  }
}

void *WorkingThread::scratch(size_t size) {
  if (block_ == nullptr || block_->size < size) {
    if (block_ != nullptr) {
      pool_.release(block_);
    }
    block_ = pool_.acquire(size);
  }
  return block_ != nullptr ? block_->memory() : nullptr;
}

}  // namespace mux::host
