#include "host/specialize/code_comparison.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

namespace mux::host {
namespace {

using Clock = std::chrono::steady_clock;

/// @param[out] time nanoseconds.
int32_t run_timed(const GroupRange &groups, compiler::KernelFunction code, double &time) {
  const Clock::time_point start = Clock::now();
  const int32_t status = groups.with(code);
  const std::chrono::nanoseconds taken = Clock::now() - start;
  // At least 1, since a time of 0 means unset.
  time = static_cast<double>(std::max<int64_t>(taken.count(), 1));
  return status;
}

double count_of(const GroupRange &groups) {
  return static_cast<double>(groups.last - groups.first);
}

double median(std::array<double, tuning::measurements_in_each_order> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

uint64_t CodeComparison::cut(const GroupRange &groups, uint64_t divisor,
                             bool candidate_is_first) const {
  if (shares_ == Shares::whole_tiles) {
    return groups.last;
  }
  const uint64_t row = groups.range->group_count[0];
  const uint64_t count = groups.last - groups.first;
  // Adjacent groups of a row may run as one packet, so rows are not cut.
  const bool has_rows = groups.first % row == 0 && count >= 2 * row;
  const uint64_t piece = has_rows ? row : 1;
  const uint64_t pieces = count / piece;
  const uint64_t share = std::max<uint64_t>(pieces / divisor, has_rows ? 1 : 0);
  if (!has_rows && share < tuning::min_share_groups) {
    return groups.last;
  }
  return groups.first + (candidate_is_first ? share : pieces - share) * piece;
}

int32_t CodeComparison::run(const GroupRange &groups, Outcome &outcome) {
  outcome = Outcome::open;
  if (first_measurements_done_.load(std::memory_order_relaxed)) {
    return compare(groups, 2, outcome);
  }
  // The candidate may be very slow: it starts with small shares, of one tile at a time.
  if (is_measuring_.exchange(true, std::memory_order_acquire)) {
    return groups.with(codes_[0]);
  }
  const int32_t status = compare(groups, tuning::first_share_divisor, outcome);
  is_measuring_.store(false, std::memory_order_release);
  return status;
}

int32_t CodeComparison::compare(const GroupRange &groups, uint64_t divisor, Outcome &outcome) {
  const uint32_t turn = turns_.fetch_add(1, std::memory_order_relaxed);
  // Thue-Morse sequence: uncorrelated with periodic behavior of the program.
  const auto first_code = static_cast<size_t>(std::popcount(turn) % 2);
  const uint64_t cut_at = cut(groups, divisor, first_code == 1);
  if (cut_at == groups.last) {
    double time = 0;
    const int32_t status = run_timed(groups, codes_[first_code], time);
    if (status == 0) {
      outcome = add_whole_tile(first_code, {turn, time / count_of(groups), time});
    }
    return status;
  }
  GroupRange first = groups;
  GroupRange second = groups;
  first.last = cut_at;
  second.first = cut_at;
  double first_time = 0;
  double second_time = 0;
  int32_t status = run_timed(first, codes_[first_code], first_time);
  if (status == 0) {
    status = run_timed(second, codes_[1 - first_code], second_time);
  }
  if (status == 0) {
    const double ratio_of_second = second_time / count_of(second) / (first_time / count_of(first));
    outcome = first_code == 0 ? add({0, ratio_of_second, second_time})
                              : add({1, 1 / ratio_of_second, first_time});
  }
  return status;
}

bool CodeComparison::complete_pair(size_t code, const Whole &whole, std::array<Whole, 2> &pair) {
  if (!lock_.try_lock()) {
    return false;
  }
  const LockGuard guard(lock_, adopt_lock);
  unpaired_tiles_[code] = whole;
  if (unpaired_tiles_[1 - code].time_of_group == 0) {
    return false;
  }
  pair = unpaired_tiles_;
  unpaired_tiles_ = {};
  return true;
}

CodeComparison::Outcome CodeComparison::add_whole_tile(size_t code, const Whole &whole) {
  std::array<Whole, 2> pair{};
  if (!complete_pair(code, whole, pair)) {
    return Outcome::open;
  }
  const auto &[baseline, candidate] = pair;
  const size_t order = baseline.turn < candidate.turn ? 0 : 1;
  return add({order, candidate.time_of_group / baseline.time_of_group, candidate.time, true});
}

CodeComparison::Outcome CodeComparison::add(const Measurement &measurement) {
  if (!lock_.try_lock()) {
    return Outcome::open;
  }
  const LockGuard guard(lock_, adopt_lock);
  if (is_over_) {
    return Outcome::open;
  }
  const Outcome outcome = first_measurements_done_.load(std::memory_order_relaxed)
                              ? decide(measurement)
                              : decide_early(measurement);
  is_over_ = outcome != Outcome::open;
  return outcome;
}

CodeComparison::Outcome CodeComparison::decide_early(const Measurement &measurement) {
  ratio_ = measurement.ratio;
  // Short times are dominated by calls and clock reads, and a slow candidate does little harm
  // there.
  ++early_count_;
  if (measurement.time >= tuning::min_first_share_nanoseconds) {
    far_faster_ += ratio_ * tuning::decisive_ratio < 1 ? 1 : 0;
    far_slower_ += ratio_ > tuning::decisive_ratio ? 1 : 0;
  }
  if (is_clear(far_faster_)) {
    return Outcome::change;
  }
  if (is_clear(far_slower_)) {
    return Outcome::keep;
  }
  const uint32_t most_unclear = early_count_ - std::max(far_faster_, far_slower_);
  // A clear majority is still possible only while at most one measurement disagrees.
  const bool may_become_clear =
      most_unclear < tuning::first_measurements && early_count_ <= tuning::clear_majority;
  first_measurements_done_.store(!may_become_clear, std::memory_order_relaxed);
  return Outcome::open;
}

bool CodeComparison::is_clear(uint32_t far) const {
  return far >= tuning::first_measurements && far >= tuning::clear_majority * (early_count_ - far);
}

CodeComparison::Outcome CodeComparison::decide(const Measurement &measurement) {
  size_t order = measurement.order;
  if (measurement.is_of_whole_tiles && ratio_counts_[order] == tuning::measurements_in_each_order) {
    // Otherwise the rarer order might never reach its number of measurements.
    order = 1 - order;
  }
  uint32_t &count = ratio_counts_[order];
  if (count < tuning::measurements_in_each_order) {
    ratios_[order][count++] = measurement.ratio;
  }
  if (std::any_of(ratio_counts_.begin(), ratio_counts_.end(),
                  [](uint32_t each) { return each < tuning::measurements_in_each_order; })) {
    return Outcome::open;
  }
  ratio_ = std::sqrt(median(ratios_[0]) * median(ratios_[1]));
  return ratio_ < tuning::winning_ratio ? Outcome::change : Outcome::keep;
}

}  // namespace mux::host
