/// @file
/// Runs a function in a child process, to isolate crashes and endless loops.
///
/// The parent must not have created a device: the library's threads do not survive a fork.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace mux::random_kernels {

/// Written by the child, and read by the parent even if the child crashed.
struct Progress {
  /// The kernel that the child works on; set before it begins.
  std::atomic<uint64_t> seed;
  /// Increases while the child makes progress.
  std::atomic<uint64_t> steps;
  /// The index of the current variant.
  std::atomic<uint64_t> variant;
};

struct ChildResult {
  bool finished = false;
  bool hung = false;
  /// How the child ended abnormally: "signal 11", "exit code 1".
  std::string end;
  /// The result of the function.
  std::string output;
  uint64_t seed = 0;
  uint64_t variant = 0;
};

/// Waits for the child. A child without progress for `seconds` is killed. Throws std::system_error
/// if the child cannot be created. Thread-safe.
ChildResult run_in_child(const std::function<std::string(Progress &)> &function, unsigned seconds);

}  // namespace mux::random_kernels
