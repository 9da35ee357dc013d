// Dispatching the batches of a queue.

#include "client/clock.h"
#include "client/destruction.h"
#include "client/failure.h"
#include "client/queue.h"
#include "client/tuning.h"

namespace mux::client {

bool Queue::should_dispatch() const {
  if (!open_) {
    return false;
  }
  // Commands of an out-of-order queue may overlap with running ones while compute units are idle.
  const uint32_t most = in_order() ? 1 : info_.compute_units + 1;
  return running_.load(std::memory_order_seq_cst) < most || open_->count == max_batch_commands;
}

void Queue::dispatch_soon() {
  const uint32_t count = open_->count;
  gathered_.store(count, count == 1 ? std::memory_order_seq_cst : std::memory_order_release);
  if (should_dispatch() &&
      (open_->count == max_batch_commands || (!request_fetch() && !is_short()))) {
    dispatch_open();
  }
}

bool Queue::is_short() const {
  return in_order() && open_->waits.empty() && open_->expected <= max_time_left_to_waiter;
}

bool Queue::may_leave_to_waiter() const {
  return is_short() && open_->count != 0 && running_.load(std::memory_order_relaxed) == 0;
}

void Queue::dispatch_open(Waiter waiter) {
  if (!open_) {
    return;
  }
  if (fetch_requested_.load(std::memory_order_relaxed) &&
      muxWithdrawDeviceCall(info_.queue, &fetch_call_) == mux_success) {
    fetch_requested_.store(false, std::memory_order_relaxed);
    info_.owner.drop();
  }
  gathered_.store(0, std::memory_order_relaxed);
  if (waiter == Waiter::follows && may_leave_to_waiter()) {
    open_->left_to_waiter_at = now();
  }
  dispatch(std::move(open_));
}

void Queue::dispatch(std::unique_ptr<Batch> batch) {
  lock_soon(sending_);
  const std::lock_guard guard(sending_, std::adopt_lock);
  send(launch(std::move(batch)));
}

Batch &Queue::launch(std::unique_ptr<Batch> batch) {
  try {
    in_flight_.emplace_back();
  } catch (const std::bad_alloc &) {
    report_failure(*batch);
    throw;
  }
  if (in_order() && in_flight_.size() > 1) {
    batch->previous = in_flight_[in_flight_.size() - 2].get();
    batch->previous->pins.fetch_add(1, std::memory_order_relaxed);
  }
  if (barrier_ != nullptr) {
    batch->barrier = barrier_;
    barrier_->pins.fetch_add(1, std::memory_order_relaxed);
  }
  batch->serial = ++dispatched_;
  // Before sending: the batch may complete before the dispatch returns.
  running_.fetch_add(1, std::memory_order_relaxed);
  info_.owner.hold();
  in_flight_.back() = std::move(batch);
  return *in_flight_.back();
}

void Queue::send(Batch &batch) {
  Batch *const before[] = {std::exchange(batch.previous, nullptr),
                           std::exchange(batch.barrier, nullptr)};
  mux_result_t result = mux_success;
  try {
    batch.seal();
    for (const Batch *earlier : before) {
      if (earlier != nullptr && !earlier->ended) {
        batch.waits.push_back(earlier->semaphore);
      }
    }
    uint64_t time = 0;
    for (uint32_t index = 0; index < batch.count; ++index) {
      if (Event *event = batch.slots[index].event.get()) {
        time = time != 0 ? time : now();
        event->submit(time);
      }
    }
    result = dispatch_commands(batch);
  } catch (...) {
    result = mux_error_out_of_memory;
  }
  // A sent batch may have ended, but is not recycled while the lock is held or it is pinned.
  for (Batch *earlier : before) {
    if (earlier != nullptr) {
      earlier->pins.fetch_sub(1, std::memory_order_release);
    }
  }
  if (result != mux_success) {
    report_failure(batch);
    batch.failed = true;
    batch.ended.store(true, std::memory_order_release);
    running_.fetch_sub(1, std::memory_order_release);
    info_.owner.drop();
    fail(mux_error_failure, nullptr);
  }
}

mux_result_t Queue::dispatch_commands(Batch &batch) {
  mux_semaphore_t *waits = batch.waits.empty() ? nullptr : batch.waits.data();
  const auto wait_count = static_cast<uint32_t>(batch.waits.size());
  if (batch.replacement != nullptr) {
    return muxDispatchWithCompletion(info_.queue, batch.replacement, batch.fence, waits, wait_count,
                                     &batch.semaphore, 1, command_ended, batch.slots.data());
  }
  if (batch.left_to_waiter_at != 0) {
    const mux_result_t result = muxDispatchForWaiter(info_.queue, batch.commands, batch.fence,
                                                     waits, wait_count, &batch.semaphore, 1);
    if (result != mux_error_feature_unsupported) {
      return result;
    }
  }
  return muxDispatch(info_.queue, batch.commands, batch.fence, waits, wait_count, &batch.semaphore,
                     1, nullptr, nullptr);
}

void Queue::report_failure(Batch &batch) noexcept {
  const uint64_t time = now();
  for (uint32_t index = 0; index < batch.count; ++index) {
    if (const Ref<Event> event = std::move(batch.slots[index].event)) {
      event->complete(info_.status_of(mux_error_failure), time, time);
    }
  }
}

void Queue::command_ended(const mux_command_completion_t *completion, void *user_data) {
  const DeferDestruction defer;
  Batch::Slot &slot = *static_cast<Batch::Slot *>(user_data);
  // The slot may be reused as soon as the batch has ended.
  const bool last = slot.last;
  Batch &batch = *slot.batch;
  Batch::update_cost(slot, *completion);
  if (const Ref<Event> event = std::move(slot.event)) {
    event->complete(batch.owner.queue.info_.status_of(completion->status), completion->start_time,
                    completion->end_time);
  }
  if (last) {
    batch.owner.queue.batch_ended(batch);
  }
}

void Queue::batch_ended(Batch &batch) noexcept {
  // Before completion is visible: the program may rely on released objects once the queue is
  // finished, and no other thread accesses `kept`.
  batch.kept.clear();
  batch.ended.store(true, std::memory_order_release);
  running_.fetch_sub(1, std::memory_order_seq_cst);
  if (gathered_.load(std::memory_order_seq_cst) != 0 && !request_fetch()) {
    lock_.ring();
  }
  info_.owner.drop();
}

void Queue::dispatch_open_if_idle() noexcept {
  if (should_dispatch()) {
    tell_errors([this] { dispatch_open(); });
  }
}

bool Queue::request_fetch() noexcept {
  if (fetch_requested_.load(std::memory_order_acquire) ||
      fetch_requested_.exchange(true, std::memory_order_acq_rel)) {
    return true;
  }
  info_.owner.hold();
  if (muxRequestDeviceCall(info_.queue, &fetch_call_) == mux_success) {
    return true;
  }
  fetch_requested_.store(false, std::memory_order_release);
  info_.owner.drop();
  return false;
}

void Queue::fetch(void *queue) {
  const DeferDestruction defer;
  auto &self = *static_cast<Queue *>(queue);
  self.tell_errors([&] { self.fetch_open_batch(); });
  self.info_.owner.drop();
}

void Queue::wait_for_more_commands() const noexcept {
  for (int spins = 0; spins < max_gathering_spins; ++spins) {
    const uint32_t gathered = gathered_.load(std::memory_order_relaxed);
    if (gathered == 0 || gathered >= enough_commands) {
      return;
    }
    spin_pause();
  }
}

void Queue::fetch_open_batch() {
  wait_for_more_commands();
  if (!lock_.try_lock_for_a_while()) {
    // The holder of the lock is generating code for a command. It dispatches the open batch when it
    // unlocks.
    fetch_requested_.store(false, std::memory_order_release);
    lock_.ring();
    return;
  }
  std::unique_lock guard(lock_, std::adopt_lock);
  fetch_requested_.store(false, std::memory_order_release);
  if (!open_ || open_->count == 0) {
    return;
  }
  // The lock is released before sending, so that others can record while command dependencies are
  // computed.
  lock_soon(sending_);
  const std::lock_guard sending(sending_, std::adopt_lock);
  gathered_.store(0, std::memory_order_relaxed);
  Batch &batch = launch(std::move(open_));
  guard.unlock();
  send(batch);
}

void Queue::tell_errors(FunctionRef<void()> dispatching) const noexcept {
  const auto tell = [this](const char *text) {
    info_.messages.callback(info_.messages.user_data, text, nullptr, 0);
  };
  try {
    dispatching();
  } catch (const Failure &failure) {
    tell(failure.text);
  } catch (const std::bad_alloc &) {
    tell("out of memory while dispatching enqueued commands");
  }
}

}  // namespace mux::client
