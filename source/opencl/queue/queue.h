/// @file
/// A command queue: what the program enqueues goes to the device in batches.
///
/// A command is recorded into the open batch. If the device has nothing of the queue to do, a
/// thread of it that is awake fetches the batch soon, or else it goes at once; else commands gather
/// until what runs has ended, the program flushes or waits, or the batch is full. So a lone command
/// starts with hardly any delay, and thousands in a row share the price of a dispatch. What is
/// known to take a few microseconds wakes nobody, though: it gathers until the program enqueues
/// more, flushes or waits, and a thread that waits does it itself.
///
/// In-order queues: batches follow each other, by semaphores or because one goes when the other has
/// ended. Inside a batch, commands that touch the same memory keep their order; those that do not
/// may overlap. A command with an event, though, comes after all before it: who learns that it is
/// complete may rely on them, too. Out-of-order queues: commands that wait for events of their own
/// batch do so by sync-points; a command that waits for anything else gets a batch of its own, so
/// that nobody waits for more than was asked for.
///
/// A queue in use by the device is held by its batches, so the program may release it at any time.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "opencl/context/context.h"
#include "opencl/queue/batch.h"
#include "opencl/queue/event.h"
#include "opencl/queue/gate.h"
#include "opencl/queue/recording.h"
#include "opencl/support/object.h"

namespace mux::opencl {

/// What every clEnqueue*() is given besides what its command does.
struct Enqueue {
  cl_command_type type;
  cl_uint num_events_in_wait_list;
  const cl_event *event_wait_list;
  /// Where the program wants the event, or NULL.
  cl_event *event;
  /// Whether the call returns when the command has ended.
  bool blocking = false;
};

/// The wait list. Fails if it and its length do not go together.
inline std::span<const cl_event> wait_list(const Enqueue &info) {
  require((info.num_events_in_wait_list == 0) == (info.event_wait_list == nullptr),
          CL_INVALID_EVENT_WAIT_LIST, "the wait list and its length do not go together");
  return {info.event_wait_list, info.num_events_in_wait_list};
}

inline Event &event_of_wait_list(cl_event handle) {
  return checked<Event>(handle, CL_INVALID_EVENT_WAIT_LIST,
                        "something in the wait list is not an event");
}

class Queue final : public CommandSource, public _cl_command_queue {
 public:
  using HandleType = cl_command_queue;
  static constexpr Kind kind_of = Kind::queue;
  static constexpr cl_int invalid = CL_INVALID_COMMAND_QUEUE;
  static constexpr const char *invalid_text = "not a command queue of this platform";

  /// @param properties as they were given, with the terminating 0; empty if there were none.
  Queue(Context &context, Device &device, cl_command_queue_properties flags,
        std::vector<cl_queue_properties> properties);
  ~Queue() override;

  Context &context() const { return *context_; }
  Device &device() const { return *device_; }
  size_t device_index() const { return device_index_; }
  cl_command_queue_properties flags() const { return flags_; }
  bool in_order() const { return (flags_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  bool profiles() const { return (flags_ & CL_QUEUE_PROFILING_ENABLE) != 0; }
  std::span<const cl_queue_properties> properties() const { return properties_; }

  /// Enqueues a command. Checks the wait list first; fails without a trace.
  void enqueue(const Enqueue &info, Record record_command);
  /// Enqueues commands that were recorded and finalized, as one command in a dispatch of its own.
  /// @param owner of the command buffer; is kept, as `used` is.
  void enqueue_finalized(const Enqueue &info, mux_command_buffer_t commands, Object &owner,
                         Object &used);
  /// How a marker of an out-of-order queue orders other commands, beside its wait list.
  struct MarkerOrder {
    /// Without a wait list, it waits for all commands before it.
    bool waits_for_earlier = true;
    /// All commands after it wait for it.
    bool blocks_later = false;
  };
  /// A command that does nothing but order others.
  void enqueue_marker(const Enqueue &info, MarkerOrder order);
  void flush() override;
  void finish() override;
  /// Waits for an event of this queue.
  void wait_for(Event &event);
  /// Sends the event's command to the device, if that has not happened.
  void flush(const Event &event);

 private:
  /// Who dispatches a batch: somebody who may wait for it some time, or who does it right after
  /// that, and helps.
  enum class Waiter : uint8_t { may_follow, follows };

  /// What a command waits for: events checked, and those of other queues flushed.
  struct Waits {
    /// Of the open batch.
    std::vector<mux_sync_point_t> sync_points;
    /// Outside of it.
    std::vector<mux_semaphore_t> semaphores;
    std::vector<Ref<Event>> events;
  };

  void released() noexcept override;
  static void command_ended(const mux_command_completion_t *completion, void *slot);

  std::vector<Ref<Event>> checked_waits(const Enqueue &info) const;
  Waits resolve(std::vector<Ref<Event>> events);
  /// The batch for a command that waits for these.
  Batch &batch_for(const Waits &waits);
  Batch &open_batch();
  /// A batch that is neither open nor in flight.
  std::unique_ptr<Batch> take_batch();
  void recycle();
  static void wait_for(Batch &batch, const Waits &waits);
  void record(Batch &batch, const Waits &waits, Event *event, Record record_command);
  void wait_for_earlier(Batch &batch);
  bool should_dispatch() const;
  /// Dispatches what has gathered, or has the device fetch it.
  void dispatch_soon();
  void dispatch_open(Waiter waiter = Waiter::may_follow);
  /// Whether the event is that of a command in the open batch.
  bool is_open(const Event &event) const;
  /// Whether waking a thread for the open batch would take as long as the batch.
  bool is_short() const;
  /// Whether the thread that waits for the open batch is to do it.
  bool may_leave_to_waiter() const;
  /// Dispatches a batch: launches and sends it.
  void dispatch(std::unique_ptr<Batch> batch);
  /// From here on the batch is in flight. Who has launched it sends it, before anybody launches
  /// another: `sending_` is held meanwhile.
  Batch &launch(std::unique_ptr<Batch> batch);
  /// Ends recording and dispatches the batch. Needs no lock but `sending_`.
  void send(Batch &batch);
  mux_result_t dispatch_commands(Batch &batch);
  /// Tells the events of a batch that could not be dispatched.
  static void tell_failure(Batch &batch) noexcept;
  void batch_ended(Batch &batch) noexcept;
  /// Dispatches what has gathered, if the device has nothing else to do.
  void send_gathered() noexcept;
  /// Has a thread of the device fetch what has gathered, if one has the time.
  bool request_fetch() noexcept;
  static void fetch(void *queue);
  void fetch_gathered();
  /// Gives the program a microsecond to enqueue more, so that a stream of small commands does not
  /// go one by one: of 5,000 kernels each then takes 0.48 us instead of 0.52, and with 32 looks
  /// 0.45.
  void let_gather() const noexcept;

  using Lock = Gate<Queue, &Queue::send_gathered>;

  /// A thread of the device may be sending a batch that is in flight.
  void wait_until_sent();
  void wait_for_fence(Batch &batch, std::unique_lock<Lock> &guard);

  Ref<Context> context_;
  Ref<Device> device_;
  size_t device_index_;
  mux_queue_t mux_;
  cl_command_queue_properties flags_;
  std::vector<cl_queue_properties> properties_;
  mux_callback_info_s messages_;

  /// Never held while anything waits for the device.
  Lock lock_{*this};
  std::unique_ptr<Batch> open_;
  /// In the order of their dispatch; those that are over are recycled.
  std::deque<std::unique_ptr<Batch>> in_flight_;
  std::vector<std::unique_ptr<Batch>> free_;
  /// Held by who sends a batch, so that they are sent in the order of their launch. Whoever wants
  /// both locks takes this one second; a thread of the device gives up the first while it sends.
  std::mutex sending_;
  /// What the device's threads look at while others record stands on a cache line of its own.
  ///
  /// Batches that have not ended. Who ends one counts it off without the lock, and looks then
  /// whether commands have gathered; who records one says so first and looks then what runs.
  alignas(64) std::atomic<uint32_t> running_ = 0;
  std::atomic<uint32_t> gathered_ = 0;
  /// Whether the device has been asked for a call that fetches what has gathered.
  std::atomic<bool> fetch_requested_ = false;
  alignas(64) const mux_device_call_t fetch_call_{fetch, this};
  uint64_t dispatched_ = 0;
  /// Of an out-of-order queue: the last barrier, in flight, that later commands wait for.
  Batch *barrier_ = nullptr;
};

/// Enqueues the command that it is given.
class Enqueuer final : public Recorder {
 public:
  Enqueuer(Queue &queue, const Enqueue &info) : queue_(queue), info_(info) {}

  Context &context() const override { return queue_.context(); }
  Device &device() const override { return queue_.device(); }
  size_t device_index() const override { return queue_.device_index(); }
  void record(Record record_command) override { queue_.enqueue(info_, record_command); }

 private:
  Queue &queue_;
  Enqueue info_;
};

}  // namespace mux::opencl
