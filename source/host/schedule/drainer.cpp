#include "host/schedule/drainer.h"

#include "host/counters/thread_sampler.h"

namespace mux::host {

Drainer::~Drainer() {
  ThreadSampler::rest_this_thread();
  if (block_ != nullptr) {
    pool_.release(block_);
  }
}

void *Drainer::scratch(size_t size) {
  if (block_ == nullptr || block_->size < size) {
    if (block_ != nullptr) {
      pool_.release(block_);
    }
    block_ = pool_.acquire(size);
  }
  return block_ != nullptr ? block_->memory() : nullptr;
}

}  // namespace mux::host
