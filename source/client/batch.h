/// @file
/// A batch: the commands of a queue that are dispatched together, in one mux command buffer with
/// its fence and semaphore.
///
/// Batches are owned and reused by their queue. Members are guarded by the queue's lock, except
/// those that command completions read from their slot.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "client/event.h"
#include "client/kernel_cost.h"
#include "client/ref_counted.h"
#include "client/tuning.h"

namespace mux::client {

class Queue;
struct Recording;

class Batch {
 public:
  /// A command with a completion callback.
  struct Slot {
    Batch *batch = nullptr;
    Ref<Event> event;
    /// Whether its completion is the completion of the batch.
    bool last = false;
    /// Cost model and number of work-items of the command's kernel; NULL if it runs none.
    KernelCost *cost = nullptr;
    uint64_t work_items = 0;
  };

  /// The queue and device objects that a batch is created with.
  struct Owner {
    Queue &queue;
    mux_device_t device;
    mux_queue_t mux_queue;
    mux_callback_info_t messages;
    /// The completion callback; its user data is the slot.
    mux_command_completion_function_t command_ended;
    uint32_t compute_units;
  };

  explicit Batch(const Owner &owner);
  /// The batch must not be in flight.
  ~Batch();
  Batch(const Batch &) = delete;
  Batch &operator=(const Batch &) = delete;

  /// Orders all later commands after those recorded so far.
  void record_barrier();
  /// Adds the command that was just recorded. `event`, which may be NULL, is completed when the
  /// command ends.
  void add(Event *event);
  /// Adds the expected time of the command that is about to be added.
  void expect(const Recording &recording);
  /// Updates the kernel's cost from a completion.
  static void update_cost(const Slot &slot, const mux_command_completion_t &completion);
  /// Dispatches a finalized command buffer in place of this batch's own, and completes `event`,
  /// which may be NULL, at its end. The batch must be empty.
  void replace_commands(mux_command_buffer_t finalized, Event *event);
  /// Finalizes the command buffer.
  void seal();
  /// Prepares the batch for reuse; it must not be in flight.
  void reset();
  /// Whether the batch is finished and the device no longer uses it.
  bool is_over() const;

  const Owner owner;
  mux_command_buffer_t commands = nullptr;
  /// The command buffer to dispatch in place of `commands`, or NULL.
  mux_command_buffer_t replacement = nullptr;
  mux_fence_t fence = nullptr;
  /// Signaled by the dispatch.
  mux_semaphore_t semaphore = nullptr;
  /// Semaphores that the dispatch waits for; `kept` has the events that own them.
  std::vector<mux_semaphore_t> waits;
  /// Objects that its commands use.
  std::vector<Ref<RefCounted>> kept;
  uint64_t kept_version = 0;
  /// Number of enqueued commands, and of commands in the command buffer.
  uint32_t count = 0;
  mux_command_id_t recorded = 0;
  /// Sum of the expected times of the commands.
  ExpectedTime expected = 0;
  /// When it was left to the thread that waits for it; 0 if it was not.
  uint64_t left_to_waiter_at = 0;
  /// Used for commands with an event, commands that run a kernel, and the last command.
  std::array<Slot, max_batch_commands + 1> slots;
  /// Whether the last command is ordered after all others.
  bool ordered = true;
  /// Whether all commands have ended. Written without the queue's lock.
  std::atomic<bool> ended = false;
  /// Number of threads that wait for its fence, and whether one of them has seen it signaled.
  uint32_t waiting = 0;
  bool waited_for = false;
  /// Its position in the order of dispatch.
  uint64_t serial = 0;
  /// Batches that must end before it starts, besides its semaphores; NULL for none. Constant until
  /// it is sent.
  Batch *previous = nullptr;
  Batch *barrier = nullptr;
  /// Number of batches about to be sent that read `ended` of this one; it is not recycled
  /// meanwhile.
  std::atomic<uint32_t> pins = 0;
  /// Whether the dispatch failed; the batch has ended then.
  bool failed = false;
};

}  // namespace mux::client
