/// @file
/// An event: what became of a command, or a user event.
///
/// Completion is told by the thread that ended the command, in the middle of which nothing may
/// wait: complete() only changes the status, wakes who waits and signals semaphores; callbacks go
/// to the service thread. What waits for an event on the device waits for a semaphore of the
/// event's, made when the first does, so an event that nobody waits for costs nothing.
#pragma once

#include <mux/mux.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "opencl/context/context.h"
#include "opencl/support/object.h"

namespace mux::opencl {

class Batch;
class Queue;

using EventNotify = void(CL_CALLBACK *)(cl_event event, cl_int status, void *user_data);

/// Is told what became of an event, by the thread that completes it, which must not have to wait.
class EventListener {
 public:
  EventListener() = default;
  EventListener(const EventListener &) = delete;
  EventListener &operator=(const EventListener &) = delete;
  virtual ~EventListener() = default;

  virtual void completed(cl_int status) noexcept = 0;
};

class Event final : public Object, public _cl_event {
 public:
  using HandleType = cl_event;
  static constexpr Kind kind_of = Kind::event;
  static constexpr cl_int invalid = CL_INVALID_EVENT;
  static constexpr const char *invalid_text = "not an event of this platform";

  /// When the command got where, in nanoseconds of CLOCK_MONOTONIC.
  struct Times {
    cl_ulong queued;
    cl_ulong submitted;
    cl_ulong started;
    cl_ulong ended;
  };

  /// A user event.
  explicit Event(Context &context);
  /// Of a command that is being enqueued. `holder` keeps the queue alive.
  Event(Context &context, Queue &queue, Ref<Object> holder, cl_command_type type);
  ~Event() override;

  Context &context() const { return *context_; }
  /// NULL for user events.
  Queue *queue() const { return queue_; }
  cl_command_type type() const { return type_; }
  bool is_user_event() const { return type_ == CL_COMMAND_USER; }

  /// CL_QUEUED, CL_SUBMITTED, CL_COMPLETE or an error.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool is_complete() const { return status() <= CL_COMPLETE; }
  /// Valid once it is complete; the first two before.
  const Times &times() const { return times_; }

  /// The command goes to the device.
  void submit(cl_ulong time) noexcept;
  /// The command has ended, or the program says what became of its own event. Returns false if it
  /// was complete before.
  bool complete(cl_int status, cl_ulong started, cl_ulong ended) noexcept;

  /// Blocks until it is complete. What it is an event of must have been flushed.
  void wait() const;
  /// A semaphore of the device that is signalled when the event is complete, and lives as long as
  /// the event; NULL if it is complete and did not fail.
  mux_semaphore_t semaphore_for(Device &device);
  /// Completes the other event, one of the program's, with the same status.
  void complete_with(Ref<Event> follower);
  /// Tells the listener when the event is complete, or now.
  void add_listener(std::shared_ptr<EventListener> listener);
  /// Calls the function on the service thread when the status is this or beyond.
  void add_callback(cl_int status, EventNotify function, void *user_data);

  /// Where its command is, until it is complete: guarded by the queue's lock.
  Batch *batch = nullptr;
  mux_sync_point_t sync_point = nullptr;
  /// Whether the batch has ended when it is complete.
  bool ends_batch = false;

 private:
  struct Callback {
    cl_int status;
    EventNotify function;
    void *user_data;
  };
  struct OwnSemaphore {
    Device *device;
    mux_semaphore_t semaphore;
  };

  void post(const Callback &callback, cl_int status) noexcept;

  Ref<Context> context_;
  Queue *queue_ = nullptr;
  Ref<Object> holder_;
  cl_command_type type_;
  std::atomic<cl_int> status_;
  Times times_{};
  std::mutex lock_;
  std::vector<Callback> callbacks_;
  std::vector<OwnSemaphore> semaphores_;
  std::vector<Ref<Event>> followers_;
  std::vector<std::shared_ptr<EventListener>> listeners_;
};

}  // namespace mux::opencl
