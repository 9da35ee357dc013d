/// @file
/// A binary semaphore (cl_khr_semaphore): the next wait takes what the last signal left.
///
/// A signal and a wait are markers. What the wait waits for is the event of the signal, or, if the
/// program enqueues the wait first, an event of the semaphore's own that the signal completes.
/// Where the payload is shared with others, a signal adds to a counter of the kernel when it has
/// ended, and a wait waits for the counter; what is imported from a fence of the kernel is a signal
/// that was enqueued.
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

  /// A file descriptor that it is imported from stays the program's.
  Semaphore(Context &context, SemaphoreProperties properties);

  Context &context() const { return *context_; }
  const SemaphoreProperties &properties() const { return properties_; }
  /// Whether commands of the device may use it.
  bool is_for(const Device &device) const;
  std::vector<cl_device_id> devices() const;
  /// Whether it is signalled: a signal has ended, and no wait that takes it.
  bool signalled() const;

  /// The event that a wait which is about to be enqueued has to wait for.
  Ref<Event> take();
  /// The wait was enqueued, with this event; or it could not be, and what it took is as before.
  void waited(Ref<Event> taken, Ref<Event> wait);
  void put_back(Ref<Event> taken);
  /// A signal was enqueued, with this event.
  void signal(Ref<Event> signal);
  /// Whether others wait for its signals.
  bool is_shared() const { return counter_ != nullptr; }

  /// A handle of what it shares with others.
  File shared_handle() const { return counter_->handle(); }
  /// What the last signal left, as a wait takes it; nothing if there is none.
  Ref<Event> take_signal();
  /// The fence that it is imported from is another one now.
  void import_again(int descriptor);

 private:
  Ref<Context> context_;
  Ref<Device> device_;
  SemaphoreProperties properties_;
  /// NULL if it is not shared.
  std::shared_ptr<SharedCounter> counter_;
  mutable std::mutex lock_;
  /// Of the signal that no wait has taken.
  Ref<Event> signal_;
  /// Of a shared one: what a wait was to take that could not be enqueued.
  Ref<Event> untaken_;
  /// What a wait that came before its signal waits for.
  Ref<Event> expected_;
  /// What the last wait took, and its own event.
  Ref<Event> taken_;
  Ref<Event> wait_;
};

}  // namespace mux::opencl
