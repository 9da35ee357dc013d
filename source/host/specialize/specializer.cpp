#include "host/specialize/specializer.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>

#include "host/specialize/tuning.h"
#include "host/support/process.h"

namespace mux::host {
namespace {

void lower_priority_of_this_thread() {
  // Linux keeps a priority for each thread, inherited from the one that started it. It does not
  // matter if this is refused.
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  setpriority(PRIO_PROCESS, thread,
              getpriority(PRIO_PROCESS, thread) + tuning::niceness_of_compiling);
}

}  // namespace

Specializer &Specializer::instance() {
  static Specializer specializer;
  // Its thread and who held its lock exist in the parent alone. The old one is not destroyed, for
  // that would wait for them.
  static const ForkedChildHook hook([] { new (&instance()) Specializer; });
  return specializer;
}

Specializer::~Specializer() {
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

void Specializer::enqueue(BackgroundWork &work, Place place) noexcept {
  try {
    add(work, place);
  } catch (const std::exception &) {
    return;
  }
  tell_change();
}

void Specializer::add(BackgroundWork &work, Place place) {
  const LockGuard guard(lock_);
  if (stopping_) {
    return;
  }
  if (!thread_.joinable()) {
    // The thread inherits the mask, so that a handler of the program never runs on it.
    sigset_t all_signals;
    sigset_t callers_signals;
    sigfillset(&all_signals);
    pthread_sigmask(SIG_SETMASK, &all_signals, &callers_signals);
    try {
      thread_ = std::thread([this] { run(); });
    } catch (...) {
      pthread_sigmask(SIG_SETMASK, &callers_signals, nullptr);
      throw;
    }
    pthread_sigmask(SIG_SETMASK, &callers_signals, nullptr);
  }
  BackgroundWork **link = &first_waiting_;
  while (place == Place::last && *link != nullptr) {
    link = &(*link)->next_waiting_;
  }
  work.next_waiting_ = *link;
  *link = &work;
}

void Specializer::forget(BackgroundWork &work) noexcept {
  const LockGuard guard(lock_);
  remove(work);
  // Work that has begun may be in the queue again.
  while (current_ == &work) {
    wait_for_change();
  }
}

void Specializer::remove(const BackgroundWork &work) {
  for (BackgroundWork **link = &first_waiting_; *link != nullptr; link = &(*link)->next_waiting_) {
    if (*link == &work) {
      *link = work.next_waiting_;
      return;
    }
  }
}

BackgroundWork *Specializer::next() {
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

void Specializer::wait_for_change() {
  // What changes, changes under the lock, and the word after it.
  const uint32_t seen = changes_.load(std::memory_order_relaxed);
  lock_.unlock();
  futex_wait(changes_, seen);
  lock_.lock();
}

void Specializer::tell_change() {
  changes_.fetch_add(1, std::memory_order_relaxed);
  futex_wake_all(&changes_);
}

void Specializer::run() noexcept {
  lower_priority_of_this_thread();
  while (BackgroundWork *work = next()) {
    try {
      work->compile();
    } catch (const std::exception &) {
      // No memory: the kernel keeps its generic code.
    }
    {
      const LockGuard guard(lock_);
      current_ = nullptr;
    }
    tell_change();
  }
}

}  // namespace mux::host
