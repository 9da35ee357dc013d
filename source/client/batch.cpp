#include "client/batch.h"

#include "client/allocator.h"
#include "client/failure.h"
#include "client/recording.h"

namespace mux::client {

Batch::Batch(const Owner &for_owner) : owner(for_owner) {
  mux_device_t device = owner.device;
  check(muxCreateCommandBuffer(device, owner.messages, allocator(), &commands));
  mux_result_t result = muxCreateFence(device, allocator(), &fence);
  if (result == mux_success) {
    result = muxCreateSemaphore(device, allocator(), &semaphore);
  }
  if (result != mux_success) {
    if (fence != nullptr) {
      muxDestroyFence(device, fence, allocator());
    }
    muxDestroyCommandBuffer(device, commands, allocator());
    check(result);
  }
  for (Slot &slot : slots) {
    slot.batch = this;
  }
}

Batch::~Batch() {
  mux_device_t device = owner.device;
  muxDestroyCommandBuffer(device, commands, allocator());
  muxDestroySemaphore(device, semaphore, allocator());
  muxDestroyFence(device, fence, allocator());
}

void Batch::record_barrier() {
  check(muxCommandBarrier(commands, 0, nullptr, nullptr));
  ++recorded;
  ordered = true;
}

void Batch::add(Event *event) {
  Slot &slot = slots[count];
  if (event != nullptr) {
    check(muxSetCommandCompletion(commands, recorded, owner.command_ended, &slot));
    slot.event = Ref<Event>(event);
    event->batch_ = this;
  }
  ++recorded;
  ++count;
}

void Batch::expect(const Recording &recording) {
  expected = add_times(expected, recording.expected);
  slots[count].cost = recording.cost;
  slots[count].work_items = recording.work_items;
}

void Batch::update_cost(const Slot &slot, const mux_command_completion_t &completion) {
  const Batch &batch = *slot.batch;
  if (slot.cost != nullptr && completion.status == mux_success) {
    const uint64_t time = completion.end_time - completion.start_time;
    const uint64_t threads = batch.left_to_waiter_at != 0 ? 1 : batch.owner.compute_units;
    slot.cost->note(slot.work_items, time_on_one_thread(time, threads));
  }
  // Batches with a single command are measured exactly, longer ones only as a whole: if one took
  // far longer than expected, drop the costs of all its kernels.
  if (slot.last && batch.left_to_waiter_at != 0 && batch.count > 1 &&
      completion.end_time > batch.left_to_waiter_at + outdated_cost_time) {
    for (uint32_t index = 0; index < batch.count; ++index) {
      if (KernelCost *cost = batch.slots[index].cost) {
        cost->forget();
      }
    }
  }
}

void Batch::replace_commands(mux_command_buffer_t finalized, Event *event) {
  replacement = finalized;
  Slot &slot = slots[0];
  slot.last = true;
  if (event != nullptr) {
    slot.event = Ref<Event>(event);
    event->batch_ = this;
    event->ends_batch_ = true;
  }
  count = 1;
}

void Batch::seal() {
  if (replacement != nullptr) {
    return;
  }
  // The completion of the last command is that of the batch, if that command is ordered after all
  // others.
  if (count > 1 && !ordered) {
    record_barrier();
    check(muxSetCommandCompletion(commands, recorded - 1, owner.command_ended, &slots[count]));
    slots[count].last = true;
  } else {
    Slot &slot = slots[count - 1];
    if (slot.event) {
      slot.event->ends_batch_ = true;
    } else {
      check(muxSetCommandCompletion(commands, recorded - 1, owner.command_ended, &slot));
    }
    slot.last = true;
  }
  check(muxFinalizeCommandBuffer(commands));
}

void Batch::reset() {
  check(muxResetCommandBuffer(commands));
  check(muxResetSemaphore(semaphore));
  for (uint32_t index = 0; index <= count; ++index) {
    slots[index].event = {};
    slots[index].last = false;
    slots[index].cost = nullptr;
  }
  expected = 0;
  left_to_waiter_at = 0;
  waits.clear();
  kept.clear();
  kept_version = 0;
  replacement = nullptr;
  count = 0;
  recorded = 0;
  ordered = true;
  ended = false;
  waited_for = false;
  failed = false;
}

bool Batch::is_over() const {
  return ended && waiting == 0 && pins == 0 &&
         (failed || muxTryWait(owner.mux_queue, 0, fence) != mux_fence_not_ready);
}

}  // namespace mux::client
