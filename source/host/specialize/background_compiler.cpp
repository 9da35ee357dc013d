#include "host/specialize/background_compiler.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <exception>
#include <new>

#include "host/specialize/tuning.h"
#include "host/support/process.h"
#include "support/blocked_signals.h"

namespace mux::host {
namespace {

void lower_priority_of_this_thread() {
  // Linux has a nice value for each thread, inherited from the creating thread. Failure does not
  // matter.
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + tuning::compiler_niceness);
}

}  // namespace

BackgroundCompiler &BackgroundCompiler::instance() {
  static BackgroundCompiler specializer;
  // The thread, and any thread that holds the lock, exist only in the parent. The old object is not
  // destroyed, because its destructor would wait for them.
  static const ForkedChildHook hook([] { new (&instance()) BackgroundCompiler; });
  return specializer;
}

BackgroundCompiler::~BackgroundCompiler() {
  if (!thread_.joinable()) {
    return;
  }
  {
    const LockGuard guard(lock_);
    stopping_ = true;
    first_waiting_ = nullptr;
  }
  tell_change();
  thread_.join();
}

void BackgroundCompiler::enqueue(BackgroundWork &work, Place place) noexcept {
  try {
    add(work, place);
  } catch (const std::exception &) {
    return;
  }
  tell_change();
}

void BackgroundCompiler::add(BackgroundWork &work, Place place) {
  const LockGuard guard(lock_);
  if (stopping_) {
    return;
  }
  if (!thread_.joinable()) {
    const BlockedSignals blocked;
    thread_ = std::thread([this] { run(); });
  }
  BackgroundWork **link = &first_waiting_;
  while (place == Place::last && *link != nullptr) {
    link = &(*link)->next_waiting_;
  }
  work.next_waiting_ = *link;
  *link = &work;
}

void BackgroundCompiler::forget(BackgroundWork &work) noexcept {
  const LockGuard guard(lock_);
  remove(work);
  // Work in progress may have been enqueued again.
  while (current_ == &work) {
    wait_for_change();
  }
}

void BackgroundCompiler::remove(const BackgroundWork &work) {
  for (BackgroundWork **link = &first_waiting_; *link != nullptr; link = &(*link)->next_waiting_) {
    if (*link == &work) {
      *link = work.next_waiting_;
      return;
    }
  }
}

BackgroundWork *BackgroundCompiler::next() {
  const LockGuard guard(lock_);
  while (!stopping_ && first_waiting_ == nullptr) {
    wait_for_change();
  }
  if (stopping_) {
    return nullptr;
  }
  current_ = first_waiting_;
  first_waiting_ = current_->next_waiting_;
  return current_;
}

void BackgroundCompiler::wait_for_change() {
  // Changes are made under the lock, followed by an increment of the word, so a wake-up cannot be
  // lost.
  const uint32_t seen = changes_.load(std::memory_order_relaxed);
  lock_.unlock();
  futex_wait(changes_, seen);
  lock_.lock();
}

void BackgroundCompiler::tell_change() {
  changes_.fetch_add(1, std::memory_order_relaxed);
  futex_wake_all(&changes_);
}

void BackgroundCompiler::run() noexcept {
  lower_priority_of_this_thread();
  while (BackgroundWork *work = next()) {
    try {
      work->compile();
    } catch (const std::exception &) {
      // Out of memory: the kernel keeps the code it has.
    }
    {
      const LockGuard guard(lock_);
      current_ = nullptr;
    }
    tell_change();
  }
}

}  // namespace mux::host
