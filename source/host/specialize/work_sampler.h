/// @file
/// How long the groups of a kernel run for, without looking at the clock for each of many short
/// tiles.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "host/specialize/tuning.h"

namespace mux::host {

/// Any number of threads use it at once.
class WorkSampler {
 public:
  /// Runs a tile.
  /// @param run returns what this returns.
  /// @param note is told, now and then, for how long this tile and those that nobody looked at ran.
  template <typename Run, typename Note>
  int32_t run(const Run &run, const Note &note) {
    const uint32_t tiles = tiles_of_a_sample_.load(std::memory_order_relaxed);
    if (!is_sample(tiles)) {
      return run();
    }
    const auto start = std::chrono::steady_clock::now();
    const int32_t status = run();
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
    tiles_of_a_sample_.store(time < tuning::long_tile ? tuning::short_tiles_of_a_sample : 1,
                             std::memory_order_relaxed);
    note(tiles * time);
    return status;
  }

 private:
  /// True for one call of so many, at random: kernels may take turns, and threads work in step.
  static bool is_sample(uint32_t calls) noexcept;

  /// One tile in so many is measured; the first one is.
  std::atomic<uint32_t> tiles_of_a_sample_{1};
};

}  // namespace mux::host
