#include "client/service.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>

#include "client/process.h"
#include "client/ref_counted.h"
#include "client/thread.h"

namespace mux::client::service {
namespace {

class Service {
 public:
  void post(std::function<void()> task) {
    const std::lock_guard guard(lock_);
    tasks_.push_back(std::move(task));
    start();
    wake_.notify_one();
  }

  void destroy(RefCounted &object) noexcept {
    const std::lock_guard guard(lock_);
    object.next_to_destroy = garbage_;
    garbage_ = &object;
    start();
    wake_.notify_one();
  }

 private:
  /// Starts the thread; if that fails, tasks are delayed until the next attempt.
  void start() noexcept {
    if (started_) {
      return;
    }
    try {
      start_thread([this] { run(); });
      started_ = true;
    } catch (const std::system_error &) {
      started_ = false;
    }
  }

  [[noreturn]] void run() {
    std::unique_lock guard(lock_);
    for (;;) {
      wake_.wait(guard, [this] { return !tasks_.empty() || garbage_ != nullptr; });
      RefCounted *garbage = std::exchange(garbage_, nullptr);
      std::deque<std::function<void()>> tasks = std::exchange(tasks_, {});
      guard.unlock();
      for (const std::function<void()> &task : tasks) {
        task();
      }
      tasks.clear();
      while (garbage != nullptr) {
        delete std::exchange(garbage, garbage->next_to_destroy);
      }
      guard.lock();
    }
  }

  std::mutex lock_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  RefCounted *garbage_ = nullptr;
  bool started_ = false;
};

/// Never destroyed: the thread outlives main().
Service &the_service() {
  static Service *const service = [] {
    auto made = std::make_unique<Service>();
    call_in_forked_children([] { new (&the_service()) Service; });
    return made.release();
  }();
  return *service;
}

}  // namespace

void post(std::function<void()> task) {
  the_service().post(std::move(task));
}

void destroy(RefCounted &object) noexcept {
  the_service().destroy(object);
}

}  // namespace mux::client::service
