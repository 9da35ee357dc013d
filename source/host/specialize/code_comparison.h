/// @file
/// Which of two codes of a kernel is faster, found out with work that has to be done anyhow: the
/// groups of a tile are divided among them, and how long each took for a group is compared, tile by
/// tile, each code being first in half of them. What differs from one command to the next, or
/// between the shares of a tile, so hardly matters. Tiles of few groups are run whole, by one code
/// or the other.
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

/// Work-groups of one command, to run one after the other.
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
    /// Not known yet, or somebody else has been told.
    open,
    keep,
    change,
  };

  /// How tiles are divided.
  enum class Shares : uint8_t {
    /// By rows of groups, where there are enough of them.
    rows,
    /// Not at all: lanes lie across the rows, and shares of a few rows would leave most of them
    /// empty. Boxes of a picture of 52 x 52 took 0.4 times as long with lanes along y, and 4.6
    /// times
    /// as long in shares of six rows.
    whole_tiles,
  };

  /// @param candidate the only kernel of a program, which the comparison keeps.
  /// @param baseline code that ran until now.
  CodeComparison(std::unique_ptr<compiler::Program> candidate, compiler::KernelFunction baseline,
                 Shares shares = Shares::rows) noexcept
      : program_(std::move(candidate)),
        codes_{baseline, compiler::only_code(*program_).function},
        shares_(shares) {}

  compiler::KernelFunction candidate() const { return codes_[1]; }
  const compiler::KernelDescription &candidate_description() const { return program_->kernel(0); }

  /// Runs the groups. What it returns is what the first share that failed returned.
  /// @param[out] outcome other than open for one caller of all.
  int32_t run(const GroupRange &groups, Outcome &outcome);

  /// How many times as long the candidate took, as far as that is known. For whoever was told the
  /// outcome.
  double ratio() const {
    const LockGuard guard(lock_);
    return ratio_;
  }

  struct Measurement {
    /// Which code ran first, 0 or 1.
    size_t order;
    /// Of the candidate's time for a group to the other's.
    double ratio;
    /// Nanoseconds that the candidate ran for.
    double time;
    /// Of two tiles, which threads may have run side by side: the order is by chance, and the
    /// slower code's tiles end later.
    bool is_of_whole_tiles = false;
  };
  Outcome add(const Measurement &measurement);

 private:
  /// Where to cut a tile so that the candidate gets one of so many shares, or the end if it is not
  /// to be cut.
  uint64_t cut(const GroupRange &groups, uint64_t divisor, bool candidate_is_first) const;
  /// A tile that one code ran as a whole. Times are nanoseconds; 0 if there is none.
  struct Whole {
    uint32_t turn = 0;
    double time_of_group = 0;
    double time = 0;
  };

  int32_t compare(const GroupRange &groups, uint64_t divisor, Outcome &outcome);
  /// Compares a whole tile with one of the other code.
  Outcome add_whole(size_t code, const Whole &whole);
  Outcome decide_early(const Measurement &measurement) MUX_REQUIRES(lock_);
  /// Whether so many of the first measurements outvote the others.
  bool is_clear(uint32_t far) const MUX_REQUIRES(lock_);
  Outcome decide(const Measurement &measurement) MUX_REQUIRES(lock_);
  /// Notes it. Returns whether there is one of each code now, in `pair`.
  bool complete_pair(size_t code, const Whole &whole, std::array<Whole, 2> &pair);

  const std::unique_ptr<compiler::Program> program_;
  /// The baseline, then the candidate.
  const std::array<compiler::KernelFunction, 2> codes_;
  const Shares shares_;
  std::atomic<uint32_t> turns_{0};
  /// The first measurements are done, and have not ended the comparison; before, somebody is at
  /// one.
  std::atomic<bool> is_bearable_{false};
  std::atomic<bool> is_measuring_{false};
  /// Who finds it taken does not count.
  mutable Lock lock_;
  bool is_over_ MUX_GUARDED_BY(lock_) = false;
  double ratio_ MUX_GUARDED_BY(lock_) = 1;
  uint32_t early_count_ MUX_GUARDED_BY(lock_) = 0;
  /// Of the first measurements, how often the candidate was far faster, and far slower.
  uint32_t far_faster_ MUX_GUARDED_BY(lock_) = 0;
  uint32_t far_slower_ MUX_GUARDED_BY(lock_) = 0;
  /// By order: whoever runs second may find data in the caches.
  std::array<std::array<double, tuning::measurements_in_each_order>, 2> ratios_
      MUX_GUARDED_BY(lock_){};
  std::array<uint32_t, 2> ratio_counts_ MUX_GUARDED_BY(lock_){};
  /// Those that wait for one of the other code.
  std::array<Whole, 2> wholes_ MUX_GUARDED_BY(lock_){};
};

}  // namespace mux::host
