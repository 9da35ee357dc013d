/// @file
/// A program of one kernel that records compilation requests.

#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "compiler/program/program.h"

namespace mux::test {

class AskedProgram : public compiler::Program {
 public:
  AskedProgram(compiler::KernelDescription kernel, compiler::KernelFunction function,
               std::chrono::nanoseconds time_to_compile = {})
      : time_to_compile(time_to_compile), kernel_(std::move(kernel)), function_(function) {}

  size_t kernel_count() const override { return 1; }
  const compiler::KernelDescription &kernel(size_t) const override { return kernel_; }
  compiler::KernelCode code(size_t, compiler::RequiredGroups, std::string &) const override {
    return {&kernel_, function_};
  }
  bool can_specialize() const override { return true; }
  std::span<const compiler::ProgramConstant> constants() const override { return open_constants; }
  std::string_view constant_value(size_t index) const override {
    return open_constants[index].default_value;
  }
  std::unique_ptr<compiler::Program> specialize(size_t, const compiler::Specialization &wanted,
                                                std::string &) const override {
    const std::lock_guard lock(mutex_);
    asked_.push_back(wanted);
    return answer(wanted);
  }
  std::chrono::nanoseconds compile_time(size_t) const override { return time_to_compile; }

  std::vector<compiler::Specialization> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  /// Clears the recorded requests.
  void forget() {
    const std::lock_guard lock(mutex_);
    asked_.clear();
  }
  /// Waits until the number of requests is reached.
  bool was_asked(size_t times) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (asked().size() < times && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return asked().size() == times;
  }

  std::chrono::nanoseconds time_to_compile;
  /// Constants that have their defaults.
  std::vector<compiler::ProgramConstant> open_constants;

 private:
  /// The result of a request; NULL for a failure.
  virtual std::unique_ptr<compiler::Program> answer(
      const compiler::Specialization &wanted) const = 0;

  compiler::KernelDescription kernel_;
  compiler::KernelFunction function_;
  mutable std::mutex mutex_;
  mutable std::vector<compiler::Specialization> asked_;
};

}  // namespace mux::test
