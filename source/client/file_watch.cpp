#include "client/file_watch.h"

#include <sys/epoll.h>

#include <memory>
#include <mutex>
#include <new>

#include "client/process.h"
#include "client/thread.h"

namespace mux::client::file_watch {
namespace {

struct Watch {
  File file;
  Ready ready;
};

class Watcher {
 public:
  void add(std::unique_ptr<Watch> watch, uint32_t events) {
    start();
    epoll_event event{};
    event.events = events;
    event.data.ptr = watch.get();
    require(epoll_ctl(epoll_.descriptor(), EPOLL_CTL_ADD, watch->file.descriptor(), &event) == 0,
            "the file descriptor does not support epoll");
    // Owned by the watching thread, which may already have deleted it.
    watch.release();
  }

  /// In a forked child: closes the copy of the epoll descriptor, and accesses nothing else.
  void close_in_child() { const File closed(epoll_.release()); }

 private:
  void start() {
    const std::lock_guard guard(lock_);
    if (started_) {
      return;
    }
    epoll_ = File(epoll_create1(EPOLL_CLOEXEC));
    require(epoll_.descriptor() >= 0, "cannot create an epoll descriptor");
    // An exception fails the call.
    start_thread([this] { run(); });
    started_ = true;
  }

  [[noreturn]] void run() const {
    for (;;) {
      constexpr int most = 16;
      epoll_event events[most];
      const int count = epoll_wait(epoll_.descriptor(), events, most, -1);
      for (int index = 0; index < count; ++index) {
        tell(static_cast<Watch *>(events[index].data.ptr));
      }
    }
  }

  void tell(Watch *watch) const {
    if (watch->ready()) {
      epoll_ctl(epoll_.descriptor(), EPOLL_CTL_DEL, watch->file.descriptor(), nullptr);
      delete watch;
    }
  }

  std::mutex lock_;
  File epoll_;
  bool started_ = false;
};

/// Never destroyed: the thread outlives main().
Watcher &the_watcher() {
  static Watcher *const watcher = [] {
    auto made = std::make_unique<Watcher>();
    // The thread exists only in the parent, which also receives the descriptor's events.
    call_in_forked_children([] {
      the_watcher().close_in_child();
      new (&the_watcher()) Watcher;
    });
    return made.release();
  }();
  return *watcher;
}

}  // namespace

void watch(File file, uint32_t events, Ready ready) {
  the_watcher().add(std::make_unique<Watch>(Watch{std::move(file), std::move(ready)}), events);
}

}  // namespace mux::client::file_watch
