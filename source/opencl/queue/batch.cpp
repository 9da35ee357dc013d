#include "opencl/queue/batch.h"

#include "client/allocator.h"
#include "client/tuning.h"
#include "opencl/queue/recording.h"

namespace mux::opencl {

Batch::Batch(const Owner &for_owner) : owner(for_owner) {
  mux_device_t device = owner.device;
  check(muxCreateCommandBuffer(device, owner.messages, client::allocator(), &commands));
  mux_result_t result = muxCreateFence(device, client::allocator(), &fence);
  if (result == mux_success) {
    result = muxCreateSemaphore(device, client::allocator(), &semaphore);
  }
  if (result != mux_success) {
    if (fence != nullptr) {
      muxDestroyFence(device, fence, client::allocator());
    }
    muxDestroyCommandBuffer(device, commands, client::allocator());
    check(result);
  }
  for (Slot &slot : slots) {
    slot.batch = this;
  }
}

Batch::~Batch() {
  mux_device_t device = owner.device;
  muxDestroyCommandBuffer(device, commands, client::allocator());
  muxDestroySemaphore(device, semaphore, client::allocator());
  muxDestroyFence(device, fence, client::allocator());
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
    event->batch = this;
  }
  ++recorded;
  ++count;
}

void Batch::expect(const Recording &recording) {
  expected = client::add_times(expected, recording.expected);
  slots[count].cost = recording.cost;
  slots[count].work_items = recording.work_items;
}

void Batch::update_cost(const Slot &slot, const mux_command_completion_t &completion) {
  const Batch &batch = *slot.batch;
  if (slot.cost != nullptr && completion.status == mux_success) {
    const uint64_t time = completion.end_time - completion.start_time;
    const uint64_t threads = batch.left_to_waiter_at != 0 ? 1 : batch.owner.compute_units;
    slot.cost->note(slot.work_items, client::time_on_one_thread(time, threads));
  }
  // Batches with a single command are measured exactly, longer ones only as a whole: if one took
  // far longer than expected, drop the costs of all its kernels.
  if (slot.last && batch.left_to_waiter_at != 0 && batch.count > 1 &&
      completion.end_time > batch.left_to_waiter_at + client::outdated_cost_time) {
    for (uint32_t index = 0; index < batch.count; ++index) {
      if (client::KernelCost *cost = batch.slots[index].cost) {
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
    event->batch = this;
    event->ends_batch = true;
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
      slot.event->ends_batch = true;
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
  retained_version = 0;
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

}  // namespace mux::opencl
