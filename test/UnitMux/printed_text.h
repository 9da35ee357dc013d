/// @file
/// Captures output of kernels: on standard output, and in the callback of a command buffer.

#pragma once

#include <mux/extensions.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace mux::test {

/// Redirects the process's standard output to a file during its lifetime. For the test's thread
/// only; output of Catch2 meanwhile is lost, so assert afterwards.
class CapturedOutput {
 public:
  CapturedOutput() : file_(std::tmpfile()) {
    REQUIRE(file_ != nullptr);
    std::fflush(stdout);
    saved_ = dup(STDOUT_FILENO);
    dup2(fileno(file_), STDOUT_FILENO);
  }
  ~CapturedOutput() { stop(); }
  CapturedOutput(const CapturedOutput &) = delete;
  CapturedOutput &operator=(const CapturedOutput &) = delete;

  /// The text so far, without flushing.
  std::string text() const {
    std::string text;
    char bytes[4096];
    off_t offset = 0;
    for (ssize_t count = 0; (count = pread(fileno(file_), bytes, sizeof bytes, offset)) > 0;) {
      text.append(bytes, static_cast<size_t>(count));
      offset += count;
    }
    return text;
  }

  /// Ends capturing and returns the whole text.
  std::string stop() {
    if (!file_) {
      return {};
    }
    std::string all = text();
    // Text buffered in the C library is the test's own.
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
    std::fclose(file_);
    file_ = nullptr;
    return all;
  }

 private:
  std::FILE *file_;
  int saved_ = -1;
};

/// A callback that stores its arguments. Pass info() to a command buffer.
class ReceivedTexts {
 public:
  mux_callback_info_t info() { return &info_; }

  std::vector<std::string> texts() const {
    const std::lock_guard guard(lock_);
    return texts_;
  }
  /// All texts, one after the other.
  std::string joined() const {
    std::string all;
    for (const std::string &text : texts()) {
      all += text;
    }
    return all;
  }
  std::vector<std::string> errors() const {
    const std::lock_guard guard(lock_);
    return errors_;
  }
  /// The reasons why kernels were not vectorized.
  std::vector<std::string> hints() const {
    const std::lock_guard guard(lock_);
    return hints_;
  }
  std::vector<std::thread::id> threads() const {
    const std::lock_guard guard(lock_);
    return threads_;
  }
  /// Whether it was ever called with data that violates the header's description.
  bool damaged() const { return damaged_; }
  /// Whether calls overlapped.
  bool overlapped() const { return overlapped_; }

  /// Called with each text if it is not NULL.
  void (*on_text)(void *user_data) = nullptr;
  void *user_data = nullptr;

 private:
  static void receive(void *self, const char *message, const void *data, size_t size) {
    static_cast<ReceivedTexts *>(self)->receive(message, data, size);
  }

  void receive(const char *message, const void *data, size_t size) {
    if (!data && size == 0) {
      const std::lock_guard guard(lock_);
      errors_.emplace_back(message);
      return;
    }
    const auto *info = static_cast<const mux_message_info_t *>(data);
    if (size == sizeof *info && info->kind == mux_message_kind_vectorization) {
      const std::lock_guard guard(lock_);
      hints_.emplace_back(message);
      damaged_ = damaged_ || info->length != hints_.back().size();
      return;
    }
    overlapped_ = overlapped_ || inside_.exchange(true);
    if (size != sizeof *info || info->kind != mux_message_kind_printf ||
        message[info->length] != '\0') {
      damaged_ = true;
    } else {
      const std::lock_guard guard(lock_);
      texts_.emplace_back(message, info->length);
      threads_.push_back(std::this_thread::get_id());
    }
    if (on_text) {
      on_text(user_data);
    }
    inside_ = false;
  }

  mux_callback_info_s info_ = {receive, this};
  mutable std::mutex lock_;
  std::vector<std::string> texts_;
  std::vector<std::string> errors_;
  std::vector<std::string> hints_;
  std::vector<std::thread::id> threads_;
  std::atomic<bool> damaged_{false};
  std::atomic<bool> overlapped_{false};
  std::atomic<bool> inside_{false};
};

}  // namespace mux::test
