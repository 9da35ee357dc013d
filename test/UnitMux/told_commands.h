/// @file
/// Common code of tests of completions and barriers: a command with a completion.

#pragma once

#include <mux/extensions.h>

#include <ctime>
#include <functional>
#include <mutex>
#include <vector>

namespace mux::test {

/// The clock of completion times.
inline uint64_t told_clock() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

/// Records each call of the completion, on any thread.
class ToldCommand {
 public:
  ToldCommand() = default;
  /// Also calls `also`, each time.
  explicit ToldCommand(std::function<void()> also) : also_(std::move(also)) {}
  ToldCommand(const ToldCommand &) = delete;
  ToldCommand &operator=(const ToldCommand &) = delete;

  /// Sets the completion of a command.
  mux_result_t follow(mux_command_buffer_t target, mux_command_id_t command) {
    return muxSetCommandCompletion(target, command, tell, this);
  }

  /// The completion function: `user_data` is the address of the object.
  static void tell(const mux_command_completion_t *completion, void *user_data) {
    auto *self = static_cast<ToldCommand *>(user_data);
    if (self->also_) {
      self->also_();
    }
    const std::lock_guard guard(self->mutex_);
    self->told_.push_back(*completion);
  }

  size_t calls() const {
    const std::lock_guard guard(mutex_);
    return told_.size();
  }
  /// The arguments of the last call.
  mux_command_completion_t last() const {
    const std::lock_guard guard(mutex_);
    return told_.empty() ? mux_command_completion_t{mux_error_internal, 0, 0} : told_.back();
  }

 private:
  std::function<void()> also_;
  mutable std::mutex mutex_;
  std::vector<mux_command_completion_t> told_;
};

}  // namespace mux::test
