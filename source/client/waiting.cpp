// Flushing queues and waiting for their commands.

#include "client/queue.h"

namespace mux::client {

void Queue::flush() {
  const std::unique_lock guard(lock_);
  dispatch_open();
}

void Queue::flush(const Event &event) {
  // Only commands that were not dispatched are queued.
  if (event.status() != event_status::queued) {
    return;
  }
  const std::unique_lock guard(lock_);
  if (is_open(event)) {
    dispatch_open();
  }
}

bool Queue::is_open(const Event &event) const {
  return open_ && !event.is_complete() && event.batch_ == open_.get();
}

void Queue::wait_until_sent() {
  lock_soon(sending_);
  sending_.unlock();
}

void Queue::wait_for_fence(Batch &batch, std::unique_lock<Lock> &guard) {
  ++batch.waiting;
  guard.unlock();
  // muxWait() makes this thread help. A batch that failed has completed its events.
  muxWait(info_.queue, batch.fence);
  guard.lock();
  --batch.waiting;
  batch.waited_for = true;
}

void Queue::finish() {
  std::unique_lock guard(lock_);
  dispatch_open(Waiter::follows);
  wait_until_sent();
  // Later batches are not waited for, so that the call returns even if other threads keep
  // enqueueing.
  const uint64_t last = dispatched_;
  for (;;) {
    Batch *running = nullptr;
    // The last batch first: in an in-order queue, the others are over then.
    for (auto batch = in_flight_.rbegin(); running == nullptr && batch != in_flight_.rend();
         ++batch) {
      if ((*batch)->serial <= last && !(*batch)->waited_for && !(*batch)->failed) {
        running = batch->get();
      }
    }
    if (running == nullptr) {
      return recycle();
    }
    wait_for_fence(*running, guard);
  }
}

void Queue::wait_for(Event &event) {
  {
    std::unique_lock guard(lock_);
    if (is_open(event)) {
      // A thread that helps waits for the whole batch, so only if the event is its last.
      const bool is_last = open_->slots[open_->count - 1].event.get() == &event;
      dispatch_open(is_last ? Waiter::follows : Waiter::may_wait_later);
    }
    wait_until_sent();
    if (!event.is_complete() && event.ends_batch_) {
      wait_for_fence(*event.batch_, guard);
      recycle();
    }
  }
  event.wait();
}

}  // namespace mux::client
