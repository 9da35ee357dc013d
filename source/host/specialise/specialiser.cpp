#include "host/specialise/specialiser.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <exception>

#include "host/schedule/process.h"
#include "host/specialise/tuning.h"

namespace mux::host {
namespace {

void lower_priority_of_this_thread() {
  // Linux keeps a priority for each thread, inherited from the one that started it. It does not
  // matter if this is refused.
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  setpriority(PRIO_PROCESS, thread,
              getpriority(PRIO_PROCESS, thread) + tuning::niceness_of_compiling);
}

// Where the thread does not exist. Nothing runs there, so nothing is enqueued there either.
bool in_forked_child() {
  return fork_generation() != 0;
}

}  // namespace

Specialiser &Specialiser::instance() {
  static Specialiser specialiser;
  return specialiser;
}

Specialiser::~Specialiser() {
  if (!thread_.joinable()) {
    return;
  }
  if (in_forked_child()) {
    thread_.detach();
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    first_waiting_ = nullptr;
  }
  changed_.notify_all();
  thread_.join();
}

void Specialiser::enqueue(BackgroundWork &work) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      return;
    }
    if (!thread_.joinable()) {
      thread_ = std::thread([this] { run(); });
    }
    work.next_waiting_ = first_waiting_;
    first_waiting_ = &work;
  } catch (const std::exception &) {
    return;
  }
  changed_.notify_all();
}

void Specialiser::forget(BackgroundWork &work) noexcept {
  // The lock may be held by a thread that exists in the parent alone.
  if (in_forked_child()) {
    return;
  }
  std::unique_lock lock(mutex_);
  for (BackgroundWork **link = &first_waiting_; *link != nullptr; link = &(*link)->next_waiting_) {
    if (*link == &work) {
      *link = work.next_waiting_;
      break;
    }
  }
  // Work that has begun may be in the queue again.
  changed_.wait(lock, [&] { return current_ != &work; });
}

void Specialiser::run() noexcept {
  lower_priority_of_this_thread();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || first_waiting_ != nullptr; });
    if (stopping_) {
      return;
    }
    current_ = first_waiting_;
    first_waiting_ = current_->next_waiting_;
    lock.unlock();
    try {
      current_->compile();
    } catch (const std::exception &) {
      // No memory: the kernel keeps its generic code.
    }
    lock.lock();
    current_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace mux::host
