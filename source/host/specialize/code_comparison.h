/// @file
/// Compares two codes of a kernel at run time, on its real work: the groups of a tile are divided
/// between them, and their times per group are compared, tile by tile. Each code runs first in half
/// of the tiles. So differences between commands, or between parts of a tile, cancel out. Tiles of
/// few groups are run as a whole by one code or the other.
///
/// Any number of threads may run tiles at once.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "compiler/program/program.h"
#include "host/specialize/tuning.h"
#include "host/support/lock.h"

namespace mux::host {

/// Work-groups of one command, for one thread.
struct GroupRange {
  const std::byte *arguments;
  const compiler::NdRange *range;
  uint64_t first;
  /// Exclusive.
  uint64_t last;
  void *scratch;

  int32_t with(compiler::KernelFunction code) const {
    return code(arguments, range, first, last, scratch);
  }
};

class CodeComparison {
 public:
  enum class Outcome : uint8_t {
    /// Not decided yet, or reported to another caller.
    open,
    keep,
    change,
  };

  /// How tiles are divided between the two codes.
  enum class Shares : uint8_t {
    /// By rows of groups, where there are enough of them.
    rows,
    /// Not at all: packets span several rows, and shares of a few rows would leave most lanes
    /// empty. Measured: boxes of an image of 52 x 52 took 0.4 times as long with lanes along y, and
    /// 4.6 times as long in shares of six rows.
    whole_tiles,
  };

  /// @param candidate a program with a single kernel; owned by the comparison.
  /// @param baseline the code in use so far.
  CodeComparison(std::unique_ptr<compiler::Program> candidate, compiler::KernelFunction baseline,
                 Shares shares = Shares::rows) noexcept
      : program_(std::move(candidate)),
        codes_{baseline, compiler::only_code(*program_).function},
        shares_(shares) {}

  compiler::KernelFunction candidate() const { return codes_[1]; }
  const compiler::KernelDescription &candidate_description() const { return program_->kernel(0); }

  /// Runs the groups. Returns the status of the first share that failed.
  /// @param[out] outcome other than open in exactly one call.
  int32_t run(const GroupRange &groups, Outcome &outcome);

  /// Execution time of the candidate relative to the baseline's, as measured so far. For the thread
  /// that got the outcome.
  double ratio() const {
    const LockGuard guard(lock_);
    return ratio_;
  }

  struct Measurement {
    /// Index of the code that ran first.
    size_t order;
    /// The candidate's time per group divided by the baseline's.
    double ratio;
    /// Nanoseconds that the candidate ran for.
    double time;
    /// The times are of two tiles, possibly run concurrently: the order is then arbitrary, and
    /// biased, since tiles of the slower code end later.
    bool is_of_whole_tiles = false;
  };
  Outcome add(const Measurement &measurement);

 private:
  /// Returns where to cut a tile so that the candidate gets 1/`divisor` of it; the tile's end if it
  /// is not to be cut.
  uint64_t cut(const GroupRange &groups, uint64_t divisor, bool candidate_is_first) const;
  /// A tile that one code ran as a whole. Times are nanoseconds; 0 means unset.
  struct Whole {
    uint32_t turn = 0;
    double time_of_group = 0;
    double time = 0;
  };

  int32_t compare(const GroupRange &groups, uint64_t divisor, Outcome &outcome);
  /// Pairs the time of a whole tile with one of the other code, and adds the ratio.
  Outcome add_whole_tile(size_t code, const Whole &whole);
  Outcome decide_early(const Measurement &measurement) MUX_REQUIRES(lock_);
  /// Whether `far` of the first measurements outvote the others.
  bool is_clear(uint32_t far) const MUX_REQUIRES(lock_);
  Outcome decide(const Measurement &measurement) MUX_REQUIRES(lock_);
  /// Stores the tile. Returns whether there is one of each code now, in `pair`.
  bool complete_pair(size_t code, const Whole &whole, std::array<Whole, 2> &pair);

  const std::unique_ptr<compiler::Program> program_;
  /// Baseline, candidate.
  const std::array<compiler::KernelFunction, 2> codes_;
  const Shares shares_;
  std::atomic<uint32_t> turns_{0};
  /// Whether the first measurements are done and have not ended the comparison. Until then only one
  /// thread at a time measures.
  std::atomic<bool> first_measurements_done_{false};
  std::atomic<bool> is_measuring_{false};
  /// A thread that finds it taken drops its measurement.
  mutable Lock lock_;
  bool is_over_ MUX_GUARDED_BY(lock_) = false;
  double ratio_ MUX_GUARDED_BY(lock_) = 1;
  uint32_t early_count_ MUX_GUARDED_BY(lock_) = 0;
  /// How many of the first measurements found the candidate much faster, or much slower.
  uint32_t far_faster_ MUX_GUARDED_BY(lock_) = 0;
  uint32_t far_slower_ MUX_GUARDED_BY(lock_) = 0;
  /// Indexed by order, since the code that runs second may find data in the caches.
  std::array<std::array<double, tuning::measurements_in_each_order>, 2> ratios_
      MUX_GUARDED_BY(lock_){};
  std::array<uint32_t, 2> ratio_counts_ MUX_GUARDED_BY(lock_){};
  /// Whole tiles not paired yet.
  std::array<Whole, 2> unpaired_tiles_ MUX_GUARDED_BY(lock_){};
};

}  // namespace mux::host
