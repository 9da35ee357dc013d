#include "client/queue.h"

#include "client/failure.h"

namespace mux::client {

Queue::Queue(const Info &info) : info_(info) {}

Queue::~Queue() {
  // The device may still be releasing a batch that has ended.
  for (const std::unique_ptr<Batch> &batch : in_flight_) {
    if (!batch->failed) {
      muxWait(info_.queue, batch->fence);
    }
  }
}

void Queue::enqueue(std::vector<Ref<Event>> waits, Event *event, Record record_command) {
  const std::unique_lock guard(lock_);
  const Waits resolved = resolve(std::move(waits));
  Batch *batch = &batch_for(resolved);
  std::unique_ptr<Batch> alone;
  if (batch != open_.get()) {
    alone.reset(batch);
  }
  try {
    record(*batch, resolved, event, record_command);
  } catch (...) {
    // The command was not recorded, so its batch must drop the command's events.
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

void Queue::enqueue_marker(std::vector<Ref<Event>> waits, Event *event, MarkerOrder order) {
  const auto nothing = [](const Recording &recording) { return recording.nothing(); };
  if (in_order()) {
    return enqueue(std::move(waits), event, nothing);
  }
  const std::unique_lock guard(lock_);
  dispatch_open();
  const Waits resolved = resolve(std::move(waits));
  std::unique_ptr<Batch> batch = take_batch();
  if (order.waits_for_earlier) {
    wait_for_earlier(*batch);
  }
  record(*batch, resolved, event, nothing);
  Batch *barrier = batch.get();
  dispatch(std::move(batch));
  if (order.blocks_later) {
    barrier_ = barrier;
  }
}

void Queue::enqueue_finalized(std::vector<Ref<Event>> waits, Event *event,
                              mux_command_buffer_t commands, std::vector<Ref<RefCounted>> kept) {
  const std::unique_lock guard(lock_);
  if (in_order()) {
    dispatch_open();
  }
  const Waits resolved = resolve(std::move(waits));
  std::unique_ptr<Batch> batch = take_batch();
  if (!resolved.sync_points.empty()) {
    batch->waits.push_back(open_->semaphore);
    dispatch_open();
  }
  wait_for(*batch, resolved);
  for (Ref<RefCounted> &object : kept) {
    batch->kept.push_back(std::move(object));
  }
  batch->replace_commands(commands, event);
  dispatch(std::move(batch));
}

Queue::Waits Queue::resolve(std::vector<Ref<Event>> events) {
  Waits waits;
  for (Ref<Event> &event : events) {
    const bool ours = event->queue() == this && !event->is_complete();
    if (ours && in_order()) {
      // In-order queue: all earlier commands are ordered before.
      continue;
    }
    if (ours && open_ && event->batch_ == open_.get()) {
      waits.sync_points.push_back(event->sync_point_);
    } else if (mux_semaphore_t semaphore = event->semaphore_for(info_.device)) {
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
    batch = std::make_unique<Batch>(Batch::Owner{*this, info_.device, info_.queue, &info_.messages,
                                                 command_ended, info_.compute_units});
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
                      event != nullptr && !in_order() ? &event->sync_point_ : nullptr,
                      batch.kept,
                      batch.kept_version};
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

}  // namespace mux::client
