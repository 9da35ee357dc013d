#include "gallium/fence/fence.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <climits>

#include "client/clock.h"
#include "client/file_watch.h"
#include "gallium/stream/gate.h"

namespace mux::gallium {
namespace {

bool is_readable(int descriptor, int timeout) {
  pollfd request = {descriptor, POLLIN, 0};
  return poll(&request, 1, timeout) == 1 && (request.revents & POLLIN) != 0;
}

/// Waits for a file, restarting the wait if a signal interrupts it.
bool wait_for_file(int descriptor, uint64_t timeout) {
  constexpr uint64_t millisecond = 1'000'000;
  const uint64_t begin = client::now();
  for (;;) {
    const uint64_t passed = client::now() - begin;
    const uint64_t left = timeout > passed ? timeout - passed : 0;
    const uint64_t rounded = left / millisecond + (left % millisecond != 0 ? 1 : 0);
    if (is_readable(descriptor, static_cast<int>(std::min<uint64_t>(rounded, INT_MAX)))) {
      return true;
    }
    if (left == 0) {
      return false;
    }
  }
}

/// Makes an eventfd readable when an event completes.
class FileSignal final : public client::EventListener {
 public:
  explicit FileSignal(client::File file) : file_(std::move(file)) {}
  void completed(int32_t) noexcept override {
    constexpr uint64_t one = 1;
    // A full counter is readable as well.
    [[maybe_unused]] const ssize_t written = write(file_.descriptor(), &one, sizeof one);
  }

 private:
  client::File file_;
};

}  // namespace

Fence::Fence(Screen &screen, const void *context, Ref<Event> flush)
    : screen_(screen),
      context_(context),
      type_(mux_gallium_fence_type_one_time),
      event_(std::move(flush)),
      has_signal_(true) {}

Fence::Fence(Screen &screen, mux_gallium_fence_type_e type)
    : screen_(screen), type_(type), event_(make_ref<Event>(Ref<RefCounted>(screen_))) {}

Fence::Fence(Screen &screen, mux_gallium_fence_type_e type, client::File file)
    : screen_(screen), type_(type), file_(std::move(file)) {}

Ref<Event> Fence::event() const {
  const std::lock_guard guard(lock_);
  return event_;
}

bool Fence::has_failed() const {
  return context_ != nullptr && event_->status() < 0;
}

bool Fence::is_signaled() const {
  if (is_of_file()) {
    return is_readable(file_.descriptor(), 0);
  }
  const std::lock_guard guard(lock_);
  return event_->is_complete_for_listeners();
}

bool Fence::wait(uint64_t timeout) const {
  return is_of_file() ? wait_for_file(file_.descriptor(), timeout)
                      : wait_at_most(*event(), timeout);
}

Ref<Event> Fence::watch_file() const {
  Ref<Event> event = make_ref<Event>(Ref<RefCounted>(screen_));
  client::File watched = client::File::duplicate(file_.descriptor());
  const int descriptor = watched.descriptor();
  const bool resets = type_ == mux_gallium_fence_type_reusable;
  client::file_watch::watch(std::move(watched), EPOLLIN, [event, descriptor, resets] {
    uint64_t counter = 0;
    // Another reader may have been faster: then wait again.
    if (!is_readable(descriptor, 0) ||
        (resets && read(descriptor, &counter, sizeof counter) <= 0)) {
      return false;
    }
    complete(*event);
    return true;
  });
  return event;
}

Ref<Event> Fence::take_for_wait() {
  const std::lock_guard guard(lock_);
  const bool reusable = type_ == mux_gallium_fence_type_reusable;
  if (is_of_file()) {
    require_valid(!reusable || !file_wait_ || file_wait_->is_complete(),
                  "the reusable fence has a waiter already");
    file_wait_ = watch_file();
    return file_wait_;
  }
  if (!reusable) {
    return context_ == nullptr ? event_ : regardless_of_failure(*event_, Ref<RefCounted>(screen_));
  }
  require_valid(!has_wait_, "the reusable fence has a waiter already");
  Ref<Event> taken = event_;
  has_wait_ = true;
  begin_next_use();
  return taken;
}

void Fence::begin_next_use() {
  if (type_ == mux_gallium_fence_type_reusable && has_signal_ && has_wait_) {
    event_ = make_ref<Event>(Ref<RefCounted>(screen_));
    has_signal_ = false;
    has_wait_ = false;
  }
}

void Fence::check_signal() const {
  const std::lock_guard guard(lock_);
  require_valid(context_ == nullptr, "the fence is of a flush");
  require_valid(is_of_file() || type_ == mux_gallium_fence_type_reusable || !has_signal_,
                "the one-time fence has a signal already");
}

void Fence::signal(Event &done) {
  if (is_of_file()) {
    done.add_listener(std::make_shared<FileSignal>(client::File::duplicate(file_.descriptor())));
    return;
  }
  const std::lock_guard guard(lock_);
  // A second signal without a wait between them signals what is signaled.
  complete_after(done, event_);
  has_signal_ = true;
  begin_next_use();
}

client::File Fence::file() const {
  if (is_of_file()) {
    return client::File::duplicate(file_.descriptor());
  }
  client::File file(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  client::require(file.descriptor() >= 0, "cannot create an eventfd");
  event()->add_listener(std::make_shared<FileSignal>(client::File::duplicate(file.descriptor())));
  return file;
}

}  // namespace mux::gallium
