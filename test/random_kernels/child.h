/// @file
/// Runs a function in a child process, so that neither a crash nor an endless loop ends more than
/// that function.
///
/// The parent must not have created a device: the library's threads do not survive a fork.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace mux::random_kernels {

/// Written by the child, read by the parent also if the child has died.
struct Progress {
  /// What the child works on; set before it begins.
  std::atomic<uint64_t> seed;
  /// Grows as the child goes on.
  std::atomic<uint64_t> steps;
  /// The index of the variant that it works on.
  std::atomic<uint64_t> variant;
};

struct ChildResult {
  bool finished = false;
  bool hung = false;
  /// How the child ended otherwise: "signal 11", "exit code 1".
  std::string end;
  /// What the function returned.
  std::string output;
  uint64_t seed = 0;
  uint64_t variant = 0;
};

/// Returns when the child has ended. A child that makes no progress for `seconds` is ended. Throws
/// std::system_error if there can be no child. Thread-safe.
ChildResult run_in_child(const std::function<std::string(Progress &)> &function, unsigned seconds);

}  // namespace mux::random_kernels
