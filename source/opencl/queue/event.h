/// @file
/// An event: the execution status of a command, or a user event.
///
/// The thread that completes the command calls complete(), which must not block: it only sets the
/// status, wakes waiting threads and signals semaphores; callbacks run on the service thread.
/// Commands that wait for the event on the device wait for a semaphore of the event, created on
/// first use, so events that are not waited for need none.
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

/// Notified of an event's completion by the completing thread, so it must not block.
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

  /// Profiling times, in nanoseconds of CLOCK_MONOTONIC.
  struct Times {
    cl_ulong queued;
    cl_ulong submitted;
    cl_ulong started;
    cl_ulong ended;
  };

  /// Creates a user event.
  explicit Event(Context &context);
  /// Creates the event of a command that is being enqueued. `holder` owns the queue.
  Event(Context &context, Queue &queue, Ref<RefCounted> holder, cl_command_type type);
  ~Event() override;

  Context &context() const { return *context_; }
  /// NULL for user events.
  Queue *queue() const { return queue_; }
  cl_command_type type() const { return type_; }
  bool is_user_event() const { return type_ == CL_COMMAND_USER; }

  /// CL_QUEUED, CL_SUBMITTED, CL_COMPLETE or an error.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool is_complete() const { return status() <= CL_COMPLETE; }
  /// Valid once the event is complete; `queued` and `submitted` are valid before.
  const Times &times() const { return times_; }

  /// Sets CL_SUBMITTED, when the command is dispatched.
  void submit(cl_ulong time) noexcept;
  /// Completes the event of a command, or a user event. Returns false if it was complete already.
  bool complete(cl_int status, cl_ulong started, cl_ulong ended) noexcept;

  /// Blocks until the event is complete. Its command must have been flushed.
  void wait() const;
  /// A semaphore of the device that is signaled when the event completes, owned by the event; NULL
  /// if the event has completed successfully.
  mux_semaphore_t semaphore_for(Device &device);
  /// Completes `follower`, a user event, with the same status.
  void complete_with(Ref<Event> follower);
  /// Notifies the listener at completion, or immediately if the event is complete.
  void add_listener(std::shared_ptr<EventListener> listener);
  /// Calls the function on the service thread when the execution status reaches `status`.
  void add_callback(cl_int status, EventNotify function, void *user_data);

  /// The batch of its command until it is complete; guarded by the queue's lock.
  Batch *batch = nullptr;
  mux_sync_point_t sync_point = nullptr;
  /// Whether the completion of the event implies that of the batch.
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
  Ref<RefCounted> holder_;
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
