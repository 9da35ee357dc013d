#include "gallium/stream/gate.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "client/clock.h"

namespace mux::gallium {
namespace {

using client::Event;
using client::Ref;
using client::RefCounted;

class Follower final : public client::EventListener {
 public:
  explicit Follower(Ref<Event> event) : event_(std::move(event)) {}
  void completed(int32_t) noexcept override { complete(*event_); }

 private:
  Ref<Event> event_;
};

/// Wakes a thread that waits with a timeout.
class Alarm final : public client::EventListener {
 public:
  void completed(int32_t) noexcept override {
    const std::lock_guard guard(lock_);
    rung_ = true;
    wake_.notify_all();
  }
  bool wait(std::chrono::nanoseconds timeout) {
    std::unique_lock guard(lock_);
    return wake_.wait_for(guard, timeout, [this] { return rung_; });
  }

 private:
  std::mutex lock_;
  std::condition_variable wake_;
  bool rung_ = false;
};

}  // namespace

Ref<Event> regardless_of_failure(Event &event, Ref<RefCounted> holder) {
  Ref<Event> made = client::make_ref<Event>(std::move(holder));
  complete_after(event, made);
  return made;
}

void complete_after(Event &event, Ref<Event> follower) {
  event.add_listener(std::make_shared<Follower>(std::move(follower)));
}

void complete(Event &event) noexcept {
  const uint64_t time = client::now();
  event.complete(client::event_status::done, time, time);
}

bool wait_at_most(Event &event, uint64_t timeout) {
  if (event.is_complete() || timeout == 0) {
    // The file of a fence is readable before the status is set.
    return event.is_complete_for_listeners();
  }
  // A day is beyond every use, and cannot overflow the clock.
  constexpr std::chrono::nanoseconds longest = std::chrono::hours(24);
  const auto alarm = std::make_shared<Alarm>();
  event.add_listener(alarm);
  if (alarm->wait(timeout < static_cast<uint64_t>(longest.count())
                      ? std::chrono::nanoseconds(timeout)
                      : longest)) {
    // Listeners are notified shortly before the status is set.
    event.wait();
  }
  return event.is_complete();
}

}  // namespace mux::gallium
