#include "host/specialize/trial.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

namespace mux::host {
namespace {

using Clock = std::chrono::steady_clock;

/// @param[out] time nanoseconds.
int32_t run_timed(const GroupRun &groups, compiler::KernelFunction code, double &time) {
  const Clock::time_point start = Clock::now();
  const int32_t status = groups.with(code);
  const std::chrono::nanoseconds taken = Clock::now() - start;
  // What is too short for the clock is not nothing.
  time = static_cast<double>(std::max<int64_t>(taken.count(), 1));
  return status;
}

double count_of(const GroupRun &groups) {
  return static_cast<double>(groups.last - groups.first);
}

double median(std::array<double, tuning::comparisons_in_each_order> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

uint64_t Trial::cut(const GroupRun &groups, uint64_t divisor, bool challenger_is_first) {
  const uint64_t row = groups.range->group_count[0];
  const uint64_t count = groups.last - groups.first;
  // Neighboring groups of a row may run as one, and be slower apart.
  const bool has_rows = groups.first % row == 0 && count >= 2 * row;
  const uint64_t unit = has_rows ? row : 1;
  const uint64_t units = count / unit;
  const uint64_t part = std::max<uint64_t>(units / divisor, has_rows ? 1 : 0);
  if (!has_rows && part < tuning::least_groups_of_a_part) {
    return groups.last;
  }
  return groups.first + (challenger_is_first ? part : units - part) * unit;
}

int32_t Trial::run(const GroupRun &groups, Verdict &verdict) {
  verdict = Verdict::open;
  if (is_bearable_.load(std::memory_order_relaxed)) {
    return compare(groups, 2, verdict);
  }
  // The challenger may be very slow: it begins with small parts, of one tile at a time.
  if (is_taken_.exchange(true, std::memory_order_acquire)) {
    return groups.with(codes_[0]);
  }
  const int32_t status = compare(groups, tuning::first_part_divisor, verdict);
  is_taken_.store(false, std::memory_order_release);
  return status;
}

int32_t Trial::compare(const GroupRun &groups, uint64_t divisor, Verdict &verdict) {
  const uint32_t turn = turns_.fetch_add(1, std::memory_order_relaxed);
  // The Thue-Morse sequence: not in step with anything that a program does in turns.
  const auto first_code = static_cast<size_t>(std::popcount(turn) % 2);
  const uint64_t place = cut(groups, divisor, first_code == 1);
  if (place == groups.last) {
    double time = 0;
    const int32_t status = run_timed(groups, codes_[first_code], time);
    if (status == 0) {
      verdict = note_whole(first_code, {turn, time / count_of(groups), time});
    }
    return status;
  }
  GroupRun first = groups;
  GroupRun second = groups;
  first.last = place;
  second.first = place;
  double first_time = 0;
  double second_time = 0;
  int32_t status = run_timed(first, codes_[first_code], first_time);
  if (status == 0) {
    status = run_timed(second, codes_[1 - first_code], second_time);
  }
  if (status == 0) {
    const double ratio_of_second = second_time / count_of(second) / (first_time / count_of(first));
    verdict = first_code == 0 ? note({0, ratio_of_second, second_time})
                              : note({1, 1 / ratio_of_second, first_time});
  }
  return status;
}

bool Trial::complete_pair(size_t code, const Whole &whole, std::array<Whole, 2> &pair) {
  if (!notes_.try_lock()) {
    return false;
  }
  const LockGuard guard(notes_, adopt_lock);
  wholes_[code] = whole;
  if (wholes_[1 - code].time_of_group == 0) {
    return false;
  }
  pair = wholes_;
  wholes_ = {};
  return true;
}

Trial::Verdict Trial::note_whole(size_t code, const Whole &whole) {
  std::array<Whole, 2> pair{};
  if (!complete_pair(code, whole, pair)) {
    return Verdict::open;
  }
  const auto &[present, challenger] = pair;
  const size_t order = present.turn < challenger.turn ? 0 : 1;
  return note({order, challenger.time_of_group / present.time_of_group, challenger.time});
}

Trial::Verdict Trial::note(const Comparison &comparison) {
  if (!notes_.try_lock()) {
    return Verdict::open;
  }
  const LockGuard guard(notes_, adopt_lock);
  if (is_over_) {
    return Verdict::open;
  }
  const Verdict verdict =
      first_notes_ < tuning::first_comparisons ? judge_first(comparison) : judge(comparison);
  is_over_ = verdict != Verdict::open;
  return verdict;
}

Trial::Verdict Trial::judge_first(const Comparison &comparison) {
  ratio_ = comparison.ratio;
  // Of what is short, calls and clocks take a part, and a slow challenger does no harm.
  if (comparison.time >= tuning::least_nanoseconds_of_first_parts) {
    far_faster_ += ratio_ * tuning::far_apart < 1 ? 1 : 0;
    far_slower_ += ratio_ > tuning::far_apart ? 1 : 0;
  }
  if (++first_notes_ < tuning::first_comparisons) {
    return Verdict::open;
  }
  is_bearable_.store(true, std::memory_order_relaxed);
  return far_faster_ == first_notes_   ? Verdict::change
         : far_slower_ == first_notes_ ? Verdict::keep
                                       : Verdict::open;
}

Trial::Verdict Trial::judge(const Comparison &comparison) {
  uint32_t &count = ratio_counts_[comparison.order];
  if (count < tuning::comparisons_in_each_order) {
    ratios_[comparison.order][count++] = comparison.ratio;
  }
  if (std::any_of(ratio_counts_.begin(), ratio_counts_.end(),
                  [](uint32_t each) { return each < tuning::comparisons_in_each_order; })) {
    return Verdict::open;
  }
  ratio_ = std::sqrt(median(ratios_[0]) * median(ratios_[1]));
  return ratio_ < tuning::worth_changing ? Verdict::change : Verdict::keep;
}

}  // namespace mux::host
