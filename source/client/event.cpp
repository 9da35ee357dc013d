#include "client/event.h"

#include <mux/extensions.h>

#include "client/allocator.h"
#include "client/clock.h"
#include "client/failure.h"
#include "client/service.h"

namespace mux::client {

Event::Event(Ref<RefCounted> holder)
    : holder_(std::move(holder)), status_(event_status::submitted) {}

Event::Event(Queue &queue, Ref<RefCounted> holder)
    : queue_(&queue), holder_(std::move(holder)), status_(event_status::queued) {
  times_.queued = now();
}

Event::~Event() {
  for (const OwnSemaphore &own : semaphores_) {
    muxDestroySemaphore(own.device, own.semaphore, allocator());
  }
}

void Event::submit(uint64_t time) noexcept {
  const std::lock_guard guard(lock_);
  if (!is_complete()) {
    times_.submitted = time;
    status_.store(event_status::submitted, std::memory_order_release);
  }
  for (const AwaitedStatus &awaited : callbacks_) {
    if (awaited.status == event_status::submitted) {
      post(awaited.function, event_status::submitted);
    }
  }
  std::erase_if(callbacks_, [](const AwaitedStatus &awaited) {
    return awaited.status == event_status::submitted;
  });
}

bool Event::complete(int32_t status, uint64_t started, uint64_t ended) noexcept {
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
    muxSignalSemaphore(own.semaphore,
                       status == event_status::done ? mux_success : mux_error_failure);
  }
  for (const AwaitedStatus &awaited : callbacks_) {
    post(awaited.function, status < 0 ? status : awaited.status);
  }
  callbacks_.clear();
  for (const Ref<Event> &follower : followers_) {
    follower->complete(status, started, ended);
  }
  followers_.clear();
  return true;
}

bool Event::is_complete_for_listeners() const {
  if (is_complete()) {
    return true;
  }
  // complete() holds the lock from before the notifications until the status is set.
  const std::lock_guard guard(lock_);
  return is_complete();
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
  for (int32_t status = this->status(); status > event_status::done; status = this->status()) {
    status_.wait(status, std::memory_order_acquire);
  }
}

mux_semaphore_t Event::semaphore_for(mux_device_t device) {
  const std::lock_guard guard(lock_);
  if (status() == event_status::done) {
    return nullptr;
  }
  for (const OwnSemaphore &own : semaphores_) {
    if (own.device == device) {
      return own.semaphore;
    }
  }
  semaphores_.reserve(semaphores_.size() + 1);
  mux_semaphore_t semaphore = nullptr;
  check(muxCreateSemaphore(device, allocator(), &semaphore));
  semaphores_.push_back({device, semaphore});
  if (is_complete()) {
    muxSignalSemaphore(semaphore, mux_error_failure);
  }
  return semaphore;
}

void Event::add_callback(int32_t status, Callback function) {
  const std::lock_guard guard(lock_);
  const int32_t reached = this->status();
  if (reached > status) {
    callbacks_.push_back({status, std::move(function)});
  } else {
    post(function, reached < 0 ? reached : status);
  }
}

void Event::post(const Callback &function, int32_t status) noexcept {
  try {
    service::post([event = Ref<Event>(this), function, status] { function(status); });
  } catch (const std::bad_alloc &) {
    // Calling it late on this thread is better than never.
    function(status);
  }
}

}  // namespace mux::client
