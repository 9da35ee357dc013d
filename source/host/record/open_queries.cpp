#include "host/record/open_queries.h"

#include <algorithm>

#include "host/objects/query_pool.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

struct SlotInterval {
  /// 64 bits, so that sums do not overflow.
  uint64_t first;
  uint64_t last;

  bool empty() const { return first >= last; }
};

SlotInterval interval_of(const QueryRange &range) {
  return {range.first_slot, uint64_t{range.first_slot} + range.count};
}

SlotInterval intersection(const SlotInterval &one, const SlotInterval &other) {
  return {std::max(one.first, other.first), std::min(one.last, other.last)};
}

/// Returns the part of `range` within a non-empty interval that it contains.
QueryRange cut(const QueryRange &range, const SlotInterval &interval) {
  const uint64_t skipped = interval.first - range.first_slot;
  return {static_cast<uint32_t>(interval.first),
          static_cast<uint32_t>(interval.last - interval.first), range.first_state + skipped,
          range.counters != nullptr ? range.counters + skipped : nullptr};
}

}  // namespace

mux_result_t OpenQueries::check_begin(const QueryPool &pool) const {
  const bool other_is_open =
      pool.measures_duration() &&
      std::any_of(ranges_.begin(), ranges_.end(), [&pool](const OpenRange &open) {
        return open.range.count != 0 && open.pool != &pool && open.pool->measures_duration();
      });
  return other_is_open
             ? fail(mux_error_invalid_value,
                    "the command buffer is already measuring durations with another query pool")
             : mux_success;
}

mux_result_t OpenQueries::check_end(const QueryPool &pool, uint32_t first, uint32_t count) const {
  const SlotInterval wanted = {first, uint64_t{first} + std::max(count, 1U)};
  bool enabled = false;
  uint64_t open_count = 0;
  for (const OpenRange &open : ranges_) {
    if (open.pool == &pool && open.range.count != 0) {
      enabled = true;
      const SlotInterval both = intersection(interval_of(open.range), wanted);
      open_count += both.empty() ? 0 : both.last - both.first;
    }
  }
  if (!enabled) {
    return fail(mux_error_invalid_value, "no query of the query pool was begun, or all have ended");
  }
  return open_count == wanted.last - wanted.first
             ? mux_success
             : fail(mux_error_invalid_value,
                    "of the slots %u to %llu of the query pool, only %llu were begun and not ended",
                    first, static_cast<unsigned long long>(wanted.last - 1),
                    static_cast<unsigned long long>(open_count));
}

void OpenQueries::begin(const QueryPool &pool, const QueryRange &range) {
  end(pool, range.first_slot, range.count);
  begun_ += range.count;
  add({&pool, range});
}

void OpenQueries::add(const OpenRange &added) {
  for (OpenRange &open : ranges_) {
    if (open.range.count == 0) {
      open = added;
      return;
    }
  }
  ranges_.append(added);
}

uint64_t OpenQueries::count_ranges(const QueryPool &pool, uint32_t first, uint32_t count) const {
  const SlotInterval wanted = {first, uint64_t{first} + count};
  return static_cast<uint64_t>(
      std::count_if(ranges_.begin(), ranges_.end(), [&](const OpenRange &open) {
        return open.pool == &pool && !intersection(interval_of(open.range), wanted).empty();
      }));
}

void OpenQueries::list_ranges(const QueryPool &pool, uint32_t first, uint32_t count,
                              QueryRange *ranges) const {
  const SlotInterval wanted = {first, uint64_t{first} + count};
  for (const OpenRange &open : ranges_) {
    const SlotInterval both = intersection(interval_of(open.range), wanted);
    if (open.pool == &pool && !both.empty()) {
      *ranges++ = cut(open.range, both);
    }
  }
}

void OpenQueries::end(const QueryPool &pool, uint32_t first, uint32_t count) {
  const SlotInterval ended = {first, uint64_t{first} + count};
  QueryRange rest{};
  for (OpenRange &open : ranges_) {
    const SlotInterval all = interval_of(open.range);
    if (open.pool != &pool || intersection(all, ended).empty()) {
      continue;
    }
    const SlotInterval before = {all.first, std::min(all.last, ended.first)};
    const SlotInterval after = {std::max(all.first, ended.last), all.last};
    const QueryRange range = open.range;
    open.range = before.empty() ? QueryRange{} : cut(range, before);
    if (after.empty()) {
      continue;
    }
    if (before.empty()) {
      open.range = cut(range, after);
    } else {
      // The interval is inside this range, so there is only one such remainder.
      rest = cut(range, after);
    }
  }
  if (rest.count != 0) {
    add({&pool, rest});
  }
}

void OpenQueries::clear() {
  ranges_.reset();
  begun_ = 0;
}

}  // namespace mux::host
