#include "child.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <system_error>

namespace mux::random_kernels {
namespace {

[[noreturn]] void fail(const char *what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// Memory shared by parent and child.
class SharedProgress {
 public:
  SharedProgress() {
    void *const address =
        mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED) {
      fail("mmap");
    }
    progress_ = new (address) Progress{};
  }
  ~SharedProgress() { munmap(progress_, sizeof(Progress)); }
  SharedProgress(const SharedProgress &) = delete;
  SharedProgress &operator=(const SharedProgress &) = delete;

  Progress &operator*() { return *progress_; }
  Progress *operator->() { return progress_; }

 private:
  Progress *progress_;
};

/// Crashes are reported by the parent, not by a test framework's handlers.
void reset_signal_handlers() {
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    std::signal(number, SIG_DFL);
  }
}

[[noreturn]] void run_child(const std::function<std::string(Progress &)> &function,
                            Progress &progress, int output) {
  reset_signal_handlers();
  int code = 0;
  try {
    const std::string text = function(progress);
    size_t written = 0;
    while (written < text.size()) {
      const ssize_t count = write(output, text.data() + written, text.size() - written);
      if (count <= 0) {
        _exit(1);
      }
      written += static_cast<size_t>(count);
    }
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    code = 1;
  }
  // Does not flush or destroy anything of the parent.
  _exit(code);
}

/// Reads until the child closes its end; returns false if it made no progress within the time
/// limit.
bool read_output(int input, Progress &progress, unsigned seconds, std::string &output) {
  using Clock = std::chrono::steady_clock;
  auto last_change = Clock::now();
  uint64_t last_steps = progress.steps;
  while (true) {
    pollfd event{input, POLLIN, 0};
    constexpr int milliseconds = 200;
    if (poll(&event, 1, milliseconds) > 0) {
      char bytes[4096];
      const ssize_t count = read(input, bytes, sizeof(bytes));
      if (count <= 0) {
        return true;
      }
      output.append(bytes, static_cast<size_t>(count));
    }
    if (progress.steps != last_steps) {
      last_steps = progress.steps;
      last_change = Clock::now();
    } else if (Clock::now() - last_change > std::chrono::seconds(seconds)) {
      return false;
    }
  }
}

}  // namespace

ChildResult run_in_child(const std::function<std::string(Progress &)> &function, unsigned seconds) {
  SharedProgress progress;
  int ends[2];
  if (pipe(ends) != 0) {
    fail("pipe");
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    fail("fork");
  }
  if (child == 0) {
    close(ends[0]);
    run_child(function, *progress, ends[1]);
  }
  close(ends[1]);
  ChildResult result;
  result.hung = !read_output(ends[0], *progress, seconds, result.output);
  close(ends[0]);
  if (result.hung) {
    kill(child, SIGKILL);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.finished = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  result.end = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                   : "exit code " + std::to_string(WEXITSTATUS(status));
  result.seed = progress->seed;
  result.variant = progress->variant;
  return result;
}

}  // namespace mux::random_kernels
