#include "opencl/queue/event.h"

#include <mux/extensions.h>

#include "client/allocator.h"
#include "client/clock.h"
#include "client/service.h"

namespace mux::opencl {

Event::Event(Context &context)
    : _cl_event(Kind::event), context_(context), type_(CL_COMMAND_USER), status_(CL_SUBMITTED) {}

Event::Event(Context &context, Queue &queue, Ref<RefCounted> holder, cl_command_type type)
    : _cl_event(Kind::event),
      context_(context),
      queue_(&queue),
      holder_(std::move(holder)),
      type_(type),
      status_(CL_QUEUED) {
  times_.queued = client::now();
}

Event::~Event() {
  for (const OwnSemaphore &own : semaphores_) {
    muxDestroySemaphore(own.device->mux(), own.semaphore, client::allocator());
  }
}

void Event::submit(cl_ulong time) noexcept {
  const std::lock_guard guard(lock_);
  if (!is_complete()) {
    times_.submitted = time;
    status_.store(CL_SUBMITTED, std::memory_order_release);
  }
  for (const Callback &callback : callbacks_) {
    if (callback.status == CL_SUBMITTED) {
      post(callback, CL_SUBMITTED);
    }
  }
  std::erase_if(callbacks_,
                [](const Callback &callback) { return callback.status == CL_SUBMITTED; });
}

bool Event::complete(cl_int status, cl_ulong started, cl_ulong ended) noexcept {
  const std::lock_guard guard(lock_);
  if (is_complete()) {
    return false;
  }
  times_.started = started;
  times_.ended = ended;
  // Before the status is published: the program may exit as soon as it sees it.
  for (const std::shared_ptr<EventListener> &listener : listeners_) {
    listener->completed(status);
  }
  listeners_.clear();
  status_.store(status, std::memory_order_release);
  status_.notify_all();
  for (const OwnSemaphore &own : semaphores_) {
    muxSignalSemaphore(own.semaphore, status == CL_COMPLETE ? mux_success : mux_error_failure);
  }
  for (const Callback &callback : callbacks_) {
    post(callback, status < 0 ? status : callback.status);
  }
  callbacks_.clear();
  for (const Ref<Event> &follower : followers_) {
    follower->complete(status, started, ended);
  }
  followers_.clear();
  return true;
}

void Event::add_listener(std::shared_ptr<EventListener> listener) {
  const std::lock_guard guard(lock_);
  if (is_complete()) {
    listener->completed(status());
  } else {
    listeners_.push_back(std::move(listener));
  }
}

void Event::complete_with(Ref<Event> follower) {
  const std::lock_guard guard(lock_);
  if (is_complete()) {
    follower->complete(status(), times_.started, times_.ended);
  } else {
    followers_.push_back(std::move(follower));
  }
}

void Event::wait() const {
  for (cl_int status = this->status(); status > CL_COMPLETE; status = this->status()) {
    status_.wait(status, std::memory_order_acquire);
  }
}

mux_semaphore_t Event::semaphore_for(Device &device) {
  const std::lock_guard guard(lock_);
  if (status() == CL_COMPLETE) {
    return nullptr;
  }
  for (const OwnSemaphore &own : semaphores_) {
    if (own.device == &device) {
      return own.semaphore;
    }
  }
  semaphores_.reserve(semaphores_.size() + 1);
  mux_semaphore_t semaphore = nullptr;
  check(muxCreateSemaphore(device.mux(), client::allocator(), &semaphore));
  semaphores_.push_back({&device, semaphore});
  if (is_complete()) {
    muxSignalSemaphore(semaphore, mux_error_failure);
  }
  return semaphore;
}

void Event::add_callback(cl_int status, EventNotify function, void *user_data) {
  const std::lock_guard guard(lock_);
  const Callback callback = {status, function, user_data};
  const cl_int reached = this->status();
  if (reached > status) {
    callbacks_.push_back(callback);
  } else {
    post(callback, reached < 0 ? reached : status);
  }
}

void Event::post(const Callback &callback, cl_int status) noexcept {
  try {
    client::service::post([event = Ref<Event>(this), callback, status] {
      callback.function(event.get(), status, callback.user_data);
    });
  } catch (const std::bad_alloc &) {
    // The service thread could not take the callback; calling it late on this thread is better than
    // never.
    callback.function(this, status, callback.user_data);
  }
}

}  // namespace mux::opencl
