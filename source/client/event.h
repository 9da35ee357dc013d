/// @file
/// An event: the execution status of a command, or of work outside of any queue.
///
/// The thread that completes the command calls complete(), which must not block: it only sets the
/// status, wakes waiting threads and signals semaphores; callbacks run on the service thread.
/// Commands that wait for the event on the device wait for a semaphore of the event, created on
/// first use, so events that are not waited for need none. Thread-safe.
#pragma once

#include <mux/mux.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "client/ref_counted.h"

namespace mux::client {

class Batch;
class Queue;

/// The status of an event decreases: a smaller value is further. Negative values are failures; the
/// layer above chooses them.
namespace event_status {
inline constexpr int32_t done = 0;
inline constexpr int32_t submitted = 2;
inline constexpr int32_t queued = 3;
}  // namespace event_status

/// Notified of an event's completion by the completing thread, so it must not block. The event has
/// its new status shortly afterwards, because the program may exit as soon as it sees that.
class EventListener {
 public:
  EventListener() = default;
  EventListener(const EventListener &) = delete;
  EventListener &operator=(const EventListener &) = delete;
  virtual ~EventListener() = default;

  virtual void completed(int32_t status) noexcept = 0;
};

class Event : public RefCounted {
 public:
  /// In nanoseconds of CLOCK_MONOTONIC.
  struct Times {
    uint64_t queued;
    uint64_t submitted;
    uint64_t started;
    uint64_t ended;
  };

  /// Called on the service thread with the status.
  using Callback = std::function<void(int32_t)>;

  /// Creates the event of work outside of any queue, in the status `submitted`.
  /// @param holder keeps the devices that may wait for the event.
  explicit Event(Ref<RefCounted> holder);
  /// Creates the event of a command that is being enqueued.
  /// @param holder keeps the queue and the devices that may wait for the event.
  Event(Queue &queue, Ref<RefCounted> holder);
  ~Event() override;

  /// NULL for work outside of any queue.
  Queue *queue() const { return queue_; }

  /// One of event_status, or a failure.
  int32_t status() const { return status_.load(std::memory_order_acquire); }
  bool is_complete() const { return status() <= event_status::done; }
  /// As is_complete(), and true also while the event's listeners are being notified, for which it
  /// waits: whoever learned of the completion from a listener must not find the event incomplete.
  /// Not to be called by listeners.
  bool is_complete_for_listeners() const;
  /// Valid once the event is complete; `queued` and `submitted` are valid before.
  const Times &times() const { return times_; }

  /// Sets the status `submitted`, when the command is dispatched.
  void submit(uint64_t time) noexcept;
  /// Completes the event. Returns false if it was complete already.
  bool complete(int32_t status, uint64_t started, uint64_t ended) noexcept;

  /// Blocks until the event is complete. Its command must have been flushed.
  void wait() const;
  /// A semaphore of the device that is signaled when the event completes, owned by the event; NULL
  /// if the event has completed successfully. Throws Failure.
  mux_semaphore_t semaphore_for(mux_device_t device);
  /// Completes `follower`, an event outside of any queue, with the same status.
  void complete_with(Ref<Event> follower);
  /// Notifies the listener at completion, or immediately if the event is complete.
  void add_listener(std::shared_ptr<EventListener> listener);
  /// Calls the function on the service thread when the event reaches `status` or fails. Retains the
  /// event until then.
  void add_callback(int32_t status, Callback function);

 private:
  friend class Batch;
  friend class Queue;

  struct AwaitedStatus {
    int32_t status;
    Callback function;
  };
  struct OwnSemaphore {
    mux_device_t device;
    mux_semaphore_t semaphore;
  };

  void post(const Callback &function, int32_t status) noexcept;

  Queue *queue_ = nullptr;
  Ref<RefCounted> holder_;

  /// The batch of its command until it is complete; guarded by the queue's lock, as the next two.
  Batch *batch_ = nullptr;
  mux_sync_point_t sync_point_ = nullptr;
  /// Whether the completion of the event implies that of the batch.
  bool ends_batch_ = false;

  std::atomic<int32_t> status_;
  Times times_{};
  mutable std::mutex lock_;
  std::vector<AwaitedStatus> callbacks_;
  std::vector<OwnSemaphore> semaphores_;
  std::vector<Ref<Event>> followers_;
  std::vector<std::shared_ptr<EventListener>> listeners_;
};

}  // namespace mux::client
