/// @file
/// A queue: recorded commands are dispatched to the device in batches.
///
/// A command is recorded into the open batch. If the device is idle, a device thread that is awake
/// fetches the batch soon, or the batch is dispatched at once; otherwise commands are collected
/// until the running batch has ended, the program flushes or waits, or the batch is full. So a
/// single command starts with little delay, and long sequences share the cost of a dispatch.
/// Batches that are expected to take a few microseconds do not wake a thread: they stay open until
/// the program enqueues more, flushes or waits, and a waiting thread executes them itself.
///
/// In-order queues: batches are ordered by semaphores, or because one is dispatched after the other
/// has ended. Inside a batch, commands that access the same memory keep their order; others may
/// overlap. A command with an event is ordered after all earlier commands, since a program that
/// sees it complete may rely on them. Out-of-order queues: commands that wait for events of their
/// own batch use sync-points; a command that waits for anything else gets a batch of its own, so
/// that no other command waits for it.
///
/// Batches in flight retain the queue's owner, so the program may release it at any time.
///
/// Thread-safe. Functions that enqueue or flush throw Failure, std::bad_alloc and what a Record
/// throws; the events of commands that could not be dispatched have failed then.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "client/batch.h"
#include "client/event.h"
#include "client/function_ref.h"
#include "client/gate.h"
#include "client/recording.h"
#include "client/ref_counted.h"

namespace mux::client {

class Queue {
 public:
  struct Info {
    /// The object that has the queue as a member; keeps the device.
    RefCounted &owner;
    mux_device_t device;
    mux_queue_t queue;
    uint32_t compute_units;
    /// Whether commands are executed in the order of their enqueueing.
    bool in_order;
    /// Converts the result of a command to the status of its event.
    int32_t (*status_of)(mux_result_t result);
    /// Receives the errors of commands, and of dispatches that no call waits for.
    mux_callback_info_s messages;
  };

  explicit Queue(const Info &info);
  /// All batches must have ended.
  ~Queue();
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;

  bool in_order() const { return info_.in_order; }

  /// Enqueues a command, after the events. Changes nothing on failure.
  /// @param waits must have been flushed, if they are of another queue.
  /// @param event of the command, or NULL.
  void enqueue(std::vector<Ref<Event>> waits, Event *event, Record record_command);
  /// Enqueues a finalized command buffer as one command, in a dispatch of its own.
  /// @param kept until the command ends.
  void enqueue_finalized(std::vector<Ref<Event>> waits, Event *event, mux_command_buffer_t commands,
                         std::vector<Ref<RefCounted>> kept);
  /// How a marker of an out-of-order queue orders other commands, besides its events.
  struct MarkerOrder {
    /// It waits for all earlier commands.
    bool waits_for_earlier = true;
    /// All later commands wait for it.
    bool blocks_later = false;
  };
  /// Enqueues a command that only orders others.
  void enqueue_marker(std::vector<Ref<Event>> waits, Event *event, MarkerOrder order);
  /// Dispatches all commands enqueued so far.
  void flush();
  /// Dispatches the command of an event of this queue, if that has not happened.
  void flush(const Event &event);
  /// Waits for all commands enqueued so far.
  void finish();
  /// Waits for an event of this queue.
  void wait_for(Event &event);

 private:
  /// Whether the thread that dispatches a batch waits for it: later if at all, or immediately, so
  /// that it can execute the batch itself.
  enum class Waiter : uint8_t { may_wait_later, follows };

  /// What a command waits for.
  struct Waits {
    /// Of commands in the open batch.
    std::vector<mux_sync_point_t> sync_points;
    /// Commands of other batches and queues.
    std::vector<mux_semaphore_t> semaphores;
    std::vector<Ref<Event>> events;
  };

  static void command_ended(const mux_command_completion_t *completion, void *slot);

  Waits resolve(std::vector<Ref<Event>> events);
  /// The batch for a command with these dependencies.
  Batch &batch_for(const Waits &waits);
  Batch &open_batch();
  /// Returns a batch that is neither open nor in flight.
  std::unique_ptr<Batch> take_batch();
  void recycle();
  static void wait_for(Batch &batch, const Waits &waits);
  void record(Batch &batch, const Waits &waits, Event *event, Record record_command);
  void wait_for_earlier(Batch &batch);
  bool should_dispatch() const;
  /// Dispatches the open batch, or requests that the device fetches it.
  void dispatch_soon();
  void dispatch_open(Waiter waiter = Waiter::may_wait_later);
  /// Whether the event is of a command in the open batch.
  bool is_open(const Event &event) const;
  /// Whether waking a thread for the open batch would take as long as executing it.
  bool is_short() const;
  /// Whether the thread that waits for the open batch should execute it.
  bool may_leave_to_waiter() const;
  /// Launches and sends a batch.
  void dispatch(std::unique_ptr<Batch> batch);
  /// Puts the batch in flight. The thread that launched it sends it before another batch is
  /// launched: `sending_` is held meanwhile.
  Batch &launch(std::unique_ptr<Batch> batch);
  /// Finalizes and dispatches the batch. Needs only the lock `sending_`.
  void send(Batch &batch);
  mux_result_t dispatch_commands(Batch &batch);
  /// Completes the events of a batch that could not be dispatched, with an error.
  void report_failure(Batch &batch) noexcept;
  void batch_ended(Batch &batch) noexcept;
  /// Dispatches the open batch, if the device is idle.
  void dispatch_open_if_idle() noexcept;
  /// Requests that a device thread fetches the open batch. Returns false if no thread is available.
  bool request_fetch() noexcept;
  static void fetch(void *queue);
  void fetch_open_batch();
  /// Waits for a short time for the program to enqueue more (max_gathering_spins).
  void wait_for_more_commands() const noexcept;
  /// Reports the failure of a dispatch that no call waits for.
  void tell_errors(FunctionRef<void()> dispatching) const noexcept;

  using Lock = Gate<Queue, &Queue::dispatch_open_if_idle>;

  /// Waits for a device thread that is sending a batch in flight.
  void wait_until_sent();
  void wait_for_fence(Batch &batch, std::unique_lock<Lock> &guard);

  Info info_;

  /// Never held while waiting for the device.
  Lock lock_{*this};
  std::unique_ptr<Batch> open_;
  /// In the order of their dispatch; batches that are over are recycled.
  std::deque<std::unique_ptr<Batch>> in_flight_;
  std::vector<std::unique_ptr<Batch>> free_;
  /// Held while a batch is sent, so that batches are sent in the order of their launch. Lock order:
  /// `lock_`, then `sending_`; a device thread releases `lock_` while it sends.
  std::mutex sending_;
  /// Read by device threads while others record, so on a cache line of its own.
  ///
  /// Number of batches that have not ended. A thread that ends a batch decrements it without the
  /// lock, and then reads `gathered_`; a thread that records a command writes `gathered_` first,
  /// and then reads this.
  alignas(64) std::atomic<uint32_t> running_ = 0;
  std::atomic<uint32_t> gathered_ = 0;
  /// Whether a device call that fetches the open batch is pending.
  std::atomic<bool> fetch_requested_ = false;
  alignas(64) const mux_device_call_t fetch_call_{fetch, this};
  uint64_t dispatched_ = 0;
  /// Of an out-of-order queue: the last barrier in flight, which later commands wait for.
  Batch *barrier_ = nullptr;
};

}  // namespace mux::client
