/// @file
/// Commands of a queue that go to the device together: a command buffer and what belongs to it.
///
/// Batches belong to their queue, which reuses them; everything here is guarded by the queue's
/// lock, but for what the completion of a command reads of its slot.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "opencl/queue/event.h"
#include "opencl/support/kernel_cost.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Queue;
struct Recording;

class Batch {
 public:
  /// Commands that go to the device together at most. Recorded commands cost memory and delay the
  /// first of them; from some dozens on, what each saves by company no longer grows.
  static constexpr uint32_t limit = 64;

  /// A command whose end somebody wants to know.
  struct Slot {
    Batch *batch = nullptr;
    Ref<Event> event;
    /// Its end is the end of the batch.
    bool last = false;
    /// Of a command that runs a kernel, for so many work-items; else NULL.
    KernelCost *cost = nullptr;
    uint64_t work_items = 0;
  };

  /// What a batch is made for.
  struct Owner {
    Queue &queue;
    mux_device_t device;
    mux_queue_t mux_queue;
    mux_callback_info_t messages;
    /// Is told when a command of which somebody wants to know has ended, with its slot.
    mux_command_completion_function_t command_ended;
    uint32_t compute_units;
  };

  explicit Batch(const Owner &owner);
  /// It must not be in flight.
  ~Batch();
  Batch(const Batch &) = delete;
  Batch &operator=(const Batch &) = delete;

  /// Makes the commands from now on come after all recorded so far.
  void record_barrier();
  /// A command was recorded into the command buffer. Tells the event, if there is one, when it
  /// ends.
  void add(Event *event);
  /// Of the command that is to be added.
  void expect(const Recording &recording);
  /// What the end of a command tells about its kernel.
  static void note_cost(const Slot &slot, const mux_command_completion_t &completion);
  /// Dispatches a finalized command buffer of somebody else's in place of its own, and tells the
  /// event, if there is one, of its end. Nothing must have been recorded.
  void replace_commands(mux_command_buffer_t finalized, Event *event);
  /// Ends recording.
  void seal();
  /// Ready for another use; nothing of it may be in flight.
  void reset();
  /// Whether the device has let go of it.
  bool is_over() const;

  const Owner owner;
  mux_command_buffer_t commands = nullptr;
  /// NULL, or what is dispatched in place of the commands.
  mux_command_buffer_t replacement = nullptr;
  mux_fence_t fence = nullptr;
  /// Signalled by the dispatch.
  mux_semaphore_t semaphore = nullptr;
  /// What it waits for, and the events that the semaphores belong to.
  std::vector<mux_semaphore_t> waits;
  /// What its commands use.
  std::vector<Ref<Object>> kept;
  uint64_t kept_version = 0;
  /// Commands of the program's, and those of the command buffer.
  uint32_t count = 0;
  mux_command_id_t recorded = 0;
  /// How long they are expected to take, one after the other.
  ExpectedTime expected = 0;
  /// When it was left to a thread that waits for it; 0 if it was not.
  cl_ulong left_at = 0;
  /// Only commands with an event, those that run a kernel, and the last, use theirs.
  std::array<Slot, limit + 1> slots;
  /// Whether the last command recorded comes after all the others.
  bool ordered = true;
  /// Whether all its commands have ended. Set without the queue's lock.
  std::atomic<bool> ended = false;
  /// Threads that wait for its fence, and whether one has seen it signalled.
  uint32_t waiting = 0;
  bool waited_for = false;
  /// Its position in the order of dispatches.
  uint64_t serial = 0;
  /// What has to be over before it starts, as well as its semaphores; NULL for none. Both stay as
  /// they are until it has been sent.
  Batch *previous = nullptr;
  Batch *barrier = nullptr;
  /// Batches that are about to be sent and have to know whether this one has ended.
  std::atomic<uint32_t> pins = 0;
  /// Whether it could not be sent; it has ended then.
  bool failed = false;
};

}  // namespace mux::opencl
