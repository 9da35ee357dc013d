#include "opencl/queue/queue.h"

#include <algorithm>
#include <optional>

#include "client/clock.h"
#include "client/destruction.h"
#include "client/tuning.h"

namespace mux::opencl {
namespace {

/// Passes messages of the command buffers to the context: errors of commands. Messages with data
/// are about generated code, and are not for the program.
void forward_message(void *queue, const char *message, const void *data, size_t) {
  if (data == nullptr) {
    static_cast<Queue *>(queue)->context().tell(message);
  }
}

cl_int status_of(mux_result_t result) {
  switch (result) {
    case mux_success:
      return CL_COMPLETE;
    case mux_error_fence_failure:
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    default:
      return CL_OUT_OF_RESOURCES;
  }
}

}  // namespace

Queue::Queue(Context &context, Device &device, cl_command_queue_properties flags,
             std::vector<cl_queue_properties> properties)
    : _cl_command_queue(Kind::queue),
      context_(context),
      device_(device),
      device_index_(context.index_of(device)),
      mux_(device.next_queue()),
      flags_(flags),
      properties_(std::move(properties)),
      messages_{forward_message, this} {
  context_->command_sources().add(*this);
}

Queue::~Queue() {
  context_->command_sources().remove(*this);
  // All batches have ended, because they retain the queue; the device may still be releasing one.
  for (const std::unique_ptr<Batch> &batch : in_flight_) {
    if (!batch->failed) {
      muxWait(mux_, batch->fence);
    }
  }
}

void Queue::released() noexcept {
  try {
    flush();
  } catch (...) {
    // dispatch() has completed the events with the error.
    return;
  }
}

void Queue::enqueue(const Enqueue &info, Record record_command) {
  std::vector<Ref<Event>> events = checked_waits(info);
  std::optional<New<Event>> event;
  if (info.event != nullptr || info.blocking) {
    event.emplace(*context_, *this, Ref<RefCounted>(this), info.type);
  }
  {
    const std::unique_lock guard(lock_);
    const Waits waits = resolve(std::move(events));
    Batch *batch = &batch_for(waits);
    std::unique_ptr<Batch> alone;
    if (batch != open_.get()) {
      alone.reset(batch);
    }
    try {
      record(*batch, waits, event ? event->get() : nullptr, record_command);
    } catch (...) {
      // The command was not recorded, so its batch must drop the command's wait list.
      if (batch->count == 0) {
        batch->reset();
        free_.push_back(alone ? std::move(alone) : std::move(open_));
      }
      throw;
    }
    if (alone) {
      dispatch(std::move(alone));
    } else {
      dispatch_soon();
    }
  }
  if (!event) {
    return;
  }
  const Ref<Event> kept(event->get());
  if (info.event != nullptr) {
    *info.event = event->give();
  }
  if (info.blocking) {
    wait_for(*kept);
    require(kept->status() != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an event of the wait list failed");
    require(kept->status() == CL_COMPLETE, CL_OUT_OF_RESOURCES, "execution of the command failed");
  }
}

void Queue::enqueue_marker(const Enqueue &info, MarkerOrder order) {
  if (in_order()) {
    return enqueue(info, [](Recording &recording) { return recording.nothing(); });
  }
  const std::vector<Ref<Event>> events = checked_waits(info);
  std::optional<New<Event>> event;
  if (info.event != nullptr) {
    event.emplace(*context_, *this, Ref<RefCounted>(this), info.type);
  }
  const std::unique_lock guard(lock_);
  dispatch_open();
  const Waits waits = resolve(events);
  std::unique_ptr<Batch> batch = take_batch();
  if (info.num_events_in_wait_list == 0 && order.waits_for_earlier) {
    wait_for_earlier(*batch);
  }
  record(*batch, waits, event ? event->get() : nullptr,
         [](Recording &recording) { return recording.nothing(); });
  Batch *barrier = batch.get();
  dispatch(std::move(batch));
  if (order.blocks_later) {
    barrier_ = barrier;
  }
  if (event) {
    *info.event = event->give();
  }
}

void Queue::enqueue_finalized(const Enqueue &info, mux_command_buffer_t commands, RefCounted &owner,
                              RefCounted &used) {
  const std::vector<Ref<Event>> events = checked_waits(info);
  std::optional<New<Event>> event;
  if (info.event != nullptr) {
    event.emplace(*context_, *this, Ref<RefCounted>(this), info.type);
  }
  const std::unique_lock guard(lock_);
  if (in_order()) {
    dispatch_open();
  }
  const Waits waits = resolve(events);
  std::unique_ptr<Batch> batch = take_batch();
  if (!waits.sync_points.empty()) {
    batch->waits.push_back(open_->semaphore);
    dispatch_open();
  }
  wait_for(*batch, waits);
  batch->kept.emplace_back(&owner);
  batch->kept.emplace_back(&used);
  batch->replace_commands(commands, event ? event->get() : nullptr);
  dispatch(std::move(batch));
  if (event) {
    *info.event = event->give();
  }
}

std::vector<Ref<Event>> Queue::checked_waits(const Enqueue &info) const {
  std::vector<Ref<Event>> events;
  for (cl_event handle : wait_list(info)) {
    Event &event = event_of_wait_list(handle);
    require_same(event.context(), *context_);
    if (event.status() == CL_COMPLETE) {
      continue;
    }
    if (event.queue() != nullptr && event.queue() != this) {
      // Before this queue's lock is taken, since this takes the other queue's.
      event.queue()->flush(event);
    }
    events.emplace_back(event);
  }
  return events;
}

Queue::Waits Queue::resolve(std::vector<Ref<Event>> events) {
  Waits waits;
  for (Ref<Event> &event : events) {
    const bool ours = event->queue() == this && !event->is_complete();
    if (ours && in_order()) {
      // In-order queue: all earlier commands are ordered before.
      continue;
    }
    if (ours && open_ && event->batch == open_.get()) {
      waits.sync_points.push_back(event->sync_point);
    } else if (mux_semaphore_t semaphore = event->semaphore_for(*device_)) {
      waits.semaphores.push_back(semaphore);
      waits.events.push_back(std::move(event));
    }
  }
  return waits;
}

Batch &Queue::batch_for(const Waits &waits) {
  if (waits.semaphores.empty()) {
    return open_batch();
  }
  if (!in_order()) {
    // Sync-points of the open batch cannot be used from another batch: wait for its semaphore.
    Batch *open = open_.get();
    std::unique_ptr<Batch> batch = take_batch();
    if (!waits.sync_points.empty()) {
      batch->waits.push_back(open->semaphore);
      dispatch_open();
    }
    return *batch.release();
  }
  if (open_ && open_->count != 0) {
    dispatch_open();
  }
  return open_batch();
}

Batch &Queue::open_batch() {
  if (!open_) {
    open_ = take_batch();
  }
  return *open_;
}

std::unique_ptr<Batch> Queue::take_batch() {
  recycle();
  // Reserve space for giving the batch back, so that this cannot fail.
  free_.reserve(in_flight_.size() + 2);
  std::unique_ptr<Batch> batch;
  if (free_.empty()) {
    batch = std::make_unique<Batch>(Batch::Owner{*this, device_->mux(), mux_, &messages_,
                                                 command_ended, device_->compute_units()});
  } else {
    batch = std::move(free_.back());
    free_.pop_back();
  }
  return batch;
}

void Queue::recycle() {
  for (size_t index = 0; index < in_flight_.size();) {
    if (!in_flight_[index]->is_over()) {
      if (in_order()) {
        return;
      }
      ++index;
      continue;
    }
    std::unique_ptr<Batch> batch = std::move(in_flight_[index]);
    in_flight_.erase(in_flight_.begin() + static_cast<std::ptrdiff_t>(index));
    if (barrier_ == batch.get()) {
      barrier_ = nullptr;
    }
    batch->reset();
    free_.push_back(std::move(batch));
  }
}

void Queue::wait_for(Batch &batch, const Waits &waits) {
  batch.waits.insert(batch.waits.end(), waits.semaphores.begin(), waits.semaphores.end());
  for (const Ref<Event> &kept : waits.events) {
    batch.kept.emplace_back(kept);
  }
}

void Queue::record(Batch &batch, const Waits &waits, Event *event, Record record_command) {
  wait_for(batch, waits);
  if (event != nullptr && in_order() && batch.count != 0) {
    batch.record_barrier();
  }
  // A command with semaphores is in a batch of its own, which has no sync-points.
  const size_t wait_count = waits.semaphores.empty() ? waits.sync_points.size() : 0;
  Recording recording{batch.commands,
                      static_cast<uint32_t>(wait_count),
                      wait_count != 0 ? waits.sync_points.data() : nullptr,
                      event != nullptr && !in_order() ? &event->sync_point : nullptr,
                      batch.kept,
                      batch.retained_version};
  check(record_command(recording));
  batch.expect(recording);
  batch.ordered = batch.count == 0 || (event != nullptr && in_order());
  batch.add(event);
}

void Queue::wait_for_earlier(Batch &batch) {
  wait_until_sent();
  for (const std::unique_ptr<Batch> &earlier : in_flight_) {
    if (!earlier->ended && earlier.get() != barrier_) {
      batch.waits.push_back(earlier->semaphore);
    }
  }
}

bool Queue::should_dispatch() const {
  if (!open_) {
    return false;
  }
  // Commands of an out-of-order queue may overlap with running ones while compute units are idle.
  const uint32_t most = in_order() ? 1 : device_->compute_units() + 1;
  return running_.load(std::memory_order_seq_cst) < most || open_->count == Batch::limit;
}

void Queue::dispatch_soon() {
  const uint32_t count = open_->count;
  gathered_.store(count, count == 1 ? std::memory_order_seq_cst : std::memory_order_release);
  if (should_dispatch() && (open_->count == Batch::limit || (!request_fetch() && !is_short()))) {
    dispatch_open();
  }
}

bool Queue::is_short() const {
  return in_order() && open_->waits.empty() && open_->expected <= client::max_time_left_to_waiter;
}

bool Queue::may_leave_to_waiter() const {
  return is_short() && open_->count != 0 && running_.load(std::memory_order_relaxed) == 0;
}

void Queue::dispatch_open(Waiter waiter) {
  if (!open_) {
    return;
  }
  if (fetch_requested_.load(std::memory_order_relaxed) &&
      muxWithdrawDeviceCall(mux_, &fetch_call_) == mux_success) {
    fetch_requested_.store(false, std::memory_order_relaxed);
    drop();
  }
  gathered_.store(0, std::memory_order_relaxed);
  if (waiter == Waiter::follows && may_leave_to_waiter()) {
    open_->left_to_waiter_at = client::now();
  }
  dispatch(std::move(open_));
}

void Queue::dispatch(std::unique_ptr<Batch> batch) {
  client::lock_soon(sending_);
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
  hold();
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
    cl_ulong time = 0;
    for (uint32_t index = 0; index < batch.count; ++index) {
      if (Event *event = batch.slots[index].event.get()) {
        time = time != 0 ? time : client::now();
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
    drop();
    fail(CL_OUT_OF_RESOURCES, nullptr);
  }
}

mux_result_t Queue::dispatch_commands(Batch &batch) {
  mux_semaphore_t *waits = batch.waits.empty() ? nullptr : batch.waits.data();
  const auto wait_count = static_cast<uint32_t>(batch.waits.size());
  if (batch.replacement != nullptr) {
    return muxDispatchWithCompletion(mux_, batch.replacement, batch.fence, waits, wait_count,
                                     &batch.semaphore, 1, command_ended, batch.slots.data());
  }
  if (batch.left_to_waiter_at != 0) {
    const mux_result_t result = muxDispatchForWaiter(mux_, batch.commands, batch.fence, waits,
                                                     wait_count, &batch.semaphore, 1);
    if (result != mux_error_feature_unsupported) {
      return result;
    }
  }
  return muxDispatch(mux_, batch.commands, batch.fence, waits, wait_count, &batch.semaphore, 1,
                     nullptr, nullptr);
}

void Queue::report_failure(Batch &batch) noexcept {
  const cl_ulong time = client::now();
  for (uint32_t index = 0; index < batch.count; ++index) {
    if (const Ref<Event> event = std::move(batch.slots[index].event)) {
      event->complete(CL_OUT_OF_RESOURCES, time, time);
    }
  }
}

void Queue::command_ended(const mux_command_completion_t *completion, void *user_data) {
  const client::DeferDestruction defer;
  Batch::Slot &slot = *static_cast<Batch::Slot *>(user_data);
  // The slot may be reused as soon as the batch has ended.
  const bool last = slot.last;
  Batch &batch = *slot.batch;
  Batch::update_cost(slot, *completion);
  if (const Ref<Event> event = std::move(slot.event)) {
    event->complete(status_of(completion->status), completion->start_time, completion->end_time);
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
  drop();
}

void Queue::dispatch_open_if_idle() noexcept {
  if (!should_dispatch()) {
    return;
  }
  try {
    dispatch_open();
  } catch (const Failure &failure) {
    context_->tell(failure.text);
  }
}

bool Queue::request_fetch() noexcept {
  if (fetch_requested_.load(std::memory_order_acquire) ||
      fetch_requested_.exchange(true, std::memory_order_acq_rel)) {
    return true;
  }
  hold();
  if (muxRequestDeviceCall(mux_, &fetch_call_) == mux_success) {
    return true;
  }
  fetch_requested_.store(false, std::memory_order_release);
  drop();
  return false;
}

void Queue::fetch(void *queue) {
  const client::DeferDestruction defer;
  auto &self = *static_cast<Queue *>(queue);
  try {
    self.fetch_open_batch();
  } catch (const Failure &failure) {
    self.context_->tell(failure.text);
  } catch (const std::bad_alloc &) {
    self.context_->tell("out of memory while dispatching enqueued commands");
  }
  self.drop();
}

void Queue::wait_for_more_commands() const noexcept {
  constexpr uint32_t enough = 16;
  constexpr int max_spins = 16;
  for (int looks = 0; looks < max_spins; ++looks) {
    const uint32_t gathered = gathered_.load(std::memory_order_relaxed);
    if (gathered == 0 || gathered >= enough) {
      return;
    }
    client::spin_pause();
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
  client::lock_soon(sending_);
  const std::lock_guard sending(sending_, std::adopt_lock);
  gathered_.store(0, std::memory_order_relaxed);
  Batch &batch = launch(std::move(open_));
  guard.unlock();
  send(batch);
}

}  // namespace mux::opencl
