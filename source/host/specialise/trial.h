// Which of two codes of a kernel is faster, found out with work that has to be done anyhow: the
// groups of a tile are divided among them, and how long each took for a group is compared, tile by
// tile. What differs from one command to the next, or within the ND-range, so hardly matters. Tiles
// of few groups are run whole, by one code and the next by the other.
//
// Any number of threads may run tiles at once.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "compiler/program/program.h"
#include "host/specialise/tuning.h"

namespace mux::host {

// Work-groups of one command, to run one after the other.
struct GroupRun {
  const std::byte *arguments;
  const compiler::NdRange *range;
  uint64_t first;
  // Exclusive.
  uint64_t last;
  void *scratch;

  int32_t with(compiler::KernelFunction code) const {
    return code(arguments, range, first, last, scratch);
  }
};

class Trial {
 public:
  enum class Verdict : uint8_t {
    // Not known yet, or somebody else has been told.
    open,
    keep,
    change,
  };

  // @param challenger the only kernel of a program, which the trial keeps.
  // @param present code that ran until now.
  Trial(std::unique_ptr<compiler::Program> challenger, compiler::KernelFunction present)
      : program_(std::move(challenger)), codes_{present, program_->entry_point(0)} {}

  compiler::KernelFunction challenger() const { return codes_[1]; }

  // Runs the groups. What it returns is what the first part that failed returned.
  // @param[out] verdict other than open for one caller of all.
  int32_t run(const GroupRun &groups, Verdict &verdict);

  // How many times as long the challenger took, as far as that is known. For whoever was told the
  // verdict.
  double ratio() const { return ratio_; }

  // One comparison.
  // @param order which code ran first, 0 or 1.
  // @param ratio of the challenger's time for a group to the other's.
  Verdict note(size_t order, double ratio);

 private:
  // Where to cut a tile so that the challenger gets one of so many parts, or the end if it is not
  // to be cut.
  static uint64_t cut(const GroupRun &groups, uint64_t divisor, bool challenger_is_first);
  // A whole tile's time for a group is compared with that of the next whole tile.
  Verdict note_whole(size_t code, double time);

  const std::unique_ptr<compiler::Program> program_;
  // The present one, then the challenger.
  const std::array<compiler::KernelFunction, 2> codes_;
  std::atomic<uint32_t> turns_{0};
  // Guards what follows. Who finds it taken does not count.
  std::mutex notes_;
  bool is_over_ = false;
  double ratio_ = 1;
  uint32_t first_notes_ = 0;
  // Of the first notes, how often the challenger was far faster, and far slower.
  uint32_t far_faster_ = 0;
  uint32_t far_slower_ = 0;
  // By order: whoever runs second may find data in the caches.
  std::array<std::array<double, tuning::comparisons_in_each_order>, 2> ratios_{};
  std::array<uint32_t, 2> ratio_counts_{};
  // Of whole tiles; 0 if there is none that waits for its pair.
  std::array<double, 2> wholes_{};
};

}  // namespace mux::host
