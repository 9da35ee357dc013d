/// @file
/// Measured execution time of a kernel.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace mux::client {

/// Expected execution time on one thread, in nanoseconds.
using ExpectedTime = uint64_t;
inline constexpr ExpectedTime unknown_time = UINT64_MAX;

inline ExpectedTime add_times(ExpectedTime one, ExpectedTime other) {
  return one > unknown_time - other ? unknown_time : one + other;
}

/// Thread-safe; concurrent updates may be lost.
class KernelCost {
 public:
  ExpectedTime expected(uint64_t work_items) const {
    const double each = nanoseconds_.load(std::memory_order_relaxed);
    const double time = each * static_cast<double>(work_items);
    constexpr double long_time = 1e18;
    return each < 0 || time > long_time ? unknown_time : static_cast<ExpectedTime>(time);
  }
  /// Records the time of an execution on one thread. Longer times than expected replace the
  /// estimate at once, shorter ones are averaged in: trip counts in a kernel may depend on its
  /// arguments.
  void note(uint64_t work_items, uint64_t nanoseconds) {
    const double before = nanoseconds_.load(std::memory_order_relaxed);
    const double each = static_cast<double>(nanoseconds) / static_cast<double>(work_items);
    constexpr double weight = 0.25;
    nanoseconds_.store(each > before ? each : before + weight * (each - before),
                       std::memory_order_relaxed);
  }
  /// Drops the estimate after an execution of unknown duration that took far longer than expected.
  void forget() { nanoseconds_.store(unknown, std::memory_order_relaxed); }

 private:
  static constexpr double unknown = -1;
  /// Per work-item.
  std::atomic<double> nanoseconds_{unknown};
};

/// Estimates the time on one thread of work that several threads did in `nanoseconds`.
/// @param threads that could take part. They start one after the other.
inline uint64_t time_on_one_thread(uint64_t nanoseconds, uint64_t threads) {
  constexpr uint64_t thread_start_interval = 10'000;
  return nanoseconds * std::min(threads, 1 + nanoseconds / thread_start_interval);
}

}  // namespace mux::client
