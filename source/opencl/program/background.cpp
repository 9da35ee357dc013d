#include "opencl/program/background.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>

#include "client/process.h"
#include "client/thread.h"

namespace mux::opencl::background {
namespace {

/// Counts background threads. Its destructor waits for them at process exit.
class Workers {
 public:
  ~Workers() {
    std::unique_lock guard(lock_);
    idle_.wait(guard, [this] { return working_ == 0; });
  }

  void begin() {
    const std::lock_guard guard(lock_);
    ++working_;
  }
  void end() {
    const std::lock_guard guard(lock_);
    if (--working_ == 0) {
      idle_.notify_all();
    }
  }

 private:
  std::mutex lock_;
  std::condition_variable idle_;
  uint32_t working_ = 0;
};

Workers &workers() {
  static Workers all;
  // A forked child has none of the threads. The old object is not destroyed, since that would wait
  // for them.
  [[maybe_unused]] static const bool is_watching = [] {
    client::call_in_forked_children([] { new (&workers()) Workers; });
    return true;
  }();
  return all;
}

}  // namespace

void run(std::function<void()> work) {
  workers().begin();
  const auto task = std::make_shared<std::function<void()>>(std::move(work));
  const auto run_task = [task] {
    (*task)();
    // Objects owned by the task are released before the work counts as finished.
    *task = nullptr;
    workers().end();
  };
  try {
    client::start_thread(run_task);
  } catch (const std::system_error &) {
    run_task();
  }
}

}  // namespace mux::opencl::background
