#include "host/specialise/trial.h"

#include <algorithm>
#include <cmath>

namespace mux::host {
namespace {

using Clock = std::chrono::steady_clock;

/// @param[out] time nanoseconds for each group.
int32_t run_timed(const GroupRun &groups, compiler::KernelFunction code, double &time) {
  const Clock::time_point start = Clock::now();
  const int32_t status = groups.with(code);
  const std::chrono::nanoseconds taken = Clock::now() - start;
  // What is too short for the clock is not nothing.
  time = static_cast<double>(std::max<int64_t>(taken.count(), 1)) /
         static_cast<double>(groups.last - groups.first);
  return status;
}

double median(std::array<double, tuning::comparisons_in_each_order> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

uint64_t Trial::cut(const GroupRun &groups, uint64_t divisor, bool challenger_is_first) {
  const uint64_t row = groups.range->group_count[0];
  const uint64_t count = groups.last - groups.first;
  // Neighbouring groups of a row may run as one, and be slower apart.
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
  const uint32_t turn = turns_.fetch_add(1, std::memory_order_relaxed);
  const size_t first_code = turn % 2;
  // The challenger may be very slow: it begins with small parts.
  const uint64_t place = cut(
      groups, turn < tuning::first_comparisons ? tuning::first_part_divisor : 2, first_code == 1);
  if (place == groups.last) {
    double time = 0;
    const int32_t status = run_timed(groups, codes_[first_code], time);
    verdict = note_whole(first_code, time);
    return status;
  }
  GroupRun first = groups;
  GroupRun second = groups;
  first.last = place;
  second.first = place;
  std::array<double, 2> times{};
  const int32_t status = run_timed(first, codes_[first_code], times[first_code]);
  if (status != 0) {
    return status;
  }
  const int32_t second_status = run_timed(second, codes_[1 - first_code], times[1 - first_code]);
  verdict = note(first_code, times[1] / times[0]);
  return second_status;
}

Trial::Verdict Trial::note_whole(size_t code, double time) {
  std::array<double, 2> pair{};
  {
    const std::unique_lock lock(notes_, std::try_to_lock);
    if (!lock.owns_lock()) {
      return Verdict::open;
    }
    wholes_[code] = time;
    if (wholes_[1 - code] == 0) {
      return Verdict::open;
    }
    pair = wholes_;
    wholes_ = {};
  }
  return note(1 - code, pair[1] / pair[0]);
}

Trial::Verdict Trial::note(size_t order, double ratio) {
  const std::unique_lock lock(notes_, std::try_to_lock);
  if (!lock.owns_lock() || is_over_) {
    return Verdict::open;
  }
  Verdict verdict = Verdict::open;
  if (first_notes_ < tuning::first_comparisons) {
    ++first_notes_;
    ratio_ = ratio;
    far_faster_ += ratio * tuning::far_apart < 1 ? 1 : 0;
    far_slower_ += ratio > tuning::far_apart ? 1 : 0;
    verdict = far_faster_ == tuning::first_comparisons   ? Verdict::change
              : far_slower_ == tuning::first_comparisons ? Verdict::keep
                                                         : Verdict::open;
  } else {
    if (ratio_counts_[order] < tuning::comparisons_in_each_order) {
      ratios_[order][ratio_counts_[order]++] = ratio;
    }
    if (std::all_of(ratio_counts_.begin(), ratio_counts_.end(),
                    [](uint32_t count) { return count == tuning::comparisons_in_each_order; })) {
      ratio_ = std::sqrt(median(ratios_[0]) * median(ratios_[1]));
      verdict = ratio_ < tuning::worth_changing ? Verdict::change : Verdict::keep;
    }
  }
  is_over_ = verdict != Verdict::open;
  return verdict;
}

}  // namespace mux::host
