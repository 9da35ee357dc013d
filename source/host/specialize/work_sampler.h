/// @file
/// Samples the execution time of a kernel's groups, without reading the clock for each of many
/// short tiles.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "host/specialize/tuning.h"

namespace mux::host {

/// Any number of threads may use it at once.
class WorkSampler {
 public:
  /// Runs a tile.
  /// @param run runs it; its result is returned.
  /// @param note called for sampled tiles, with the estimated time of this tile and of those
  /// skipped since.
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
  /// Whether to sample this call: true for one of `calls`, at random, because kernels may alternate
  /// periodically and threads run in lockstep.
  static bool is_sample(uint32_t calls) noexcept;

  /// One tile out of so many is measured; the first one always is.
  std::atomic<uint32_t> tiles_of_a_sample_{1};
};

}  // namespace mux::host
