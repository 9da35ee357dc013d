/// @file
/// A binary semaphore (cl_khr_semaphore): a wait consumes the last signal.
///
/// Signals and waits are enqueued as markers. A wait depends on the event of the signal or, if it
/// is enqueued before the signal, on a user event of the semaphore that the signal will complete.
/// If the payload is shared, a completed signal increments an eventfd, and a wait waits for it; an
/// imported sync file acts as a signal that was enqueued.
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "opencl/queue/event.h"
#include "opencl/semaphore/properties.h"
#include "opencl/semaphore/shared_counter.h"

struct _cl_semaphore_khr : mux::opencl::Handle {
  using Handle::Handle;
};

namespace mux::opencl {

class Semaphore final : public Object, public _cl_semaphore_khr {
 public:
  using HandleType = cl_semaphore_khr;
  static constexpr Kind kind_of = Kind::semaphore;
  static constexpr cl_int invalid = CL_INVALID_SEMAPHORE_KHR;
  static constexpr const char *invalid_text = "not a semaphore of this platform";

  /// A file descriptor to import remains owned by the program.
  Semaphore(Context &context, SemaphoreProperties properties);

  Context &context() const { return *context_; }
  const SemaphoreProperties &properties() const { return properties_; }
  /// Whether commands of the device may use it.
  bool is_for(const Device &device) const;
  std::vector<cl_device_id> devices() const;
  /// Whether it is signaled: a signal has completed that no completed wait has consumed.
  bool signalled() const;

  /// Returns the event that a wait about to be enqueued depends on.
  Ref<Event> take();
  /// Called after the wait was enqueued with event `wait`, or after that failed, to restore the
  /// state before take().
  void waited(Ref<Event> taken, Ref<Event> wait);
  void put_back(Ref<Event> taken);
  /// Called after a signal was enqueued with event `signal`.
  void signal(Ref<Event> signal);
  /// Whether the payload is shared.
  bool is_shared() const { return counter_ != nullptr; }

  /// Returns a handle of the shared payload.
  client::File shared_handle() const { return counter_->handle(); }
  /// Returns and consumes the pending signal, empty if there is none.
  Ref<Event> take_signal();
  /// Replaces the imported sync file.
  void reimport(int descriptor);

 private:
  Ref<Context> context_;
  Ref<Device> device_;
  SemaphoreProperties properties_;
  /// NULL if it is not shared.
  std::shared_ptr<SharedCounter> counter_;
  mutable std::mutex lock_;
  /// Event of the signal that no wait has consumed.
  Ref<Event> signal_;
  /// Of a shared semaphore: the event of a wait that could not be enqueued, for the next wait.
  Ref<Event> untaken_;
  /// The event that a wait enqueued before its signal depends on.
  Ref<Event> expected_;
  /// The event that the last wait depends on, and that wait's own event.
  Ref<Event> taken_;
  Ref<Event> wait_;
};

}  // namespace mux::opencl
