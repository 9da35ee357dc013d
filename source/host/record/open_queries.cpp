#include "host/record/open_queries.h"

#include <algorithm>

#include "host/objects/query_pool.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

struct Stretch {
  /// 64 bits, so that sums do not overflow.
  uint64_t first;
  uint64_t last;

  bool empty() const { return first >= last; }
};

Stretch stretch_of(const QueryPart &part) {
  return {part.first_slot, uint64_t{part.first_slot} + part.count};
}

Stretch intersection(const Stretch &one, const Stretch &other) {
  return {std::max(one.first, other.first), std::min(one.last, other.last)};
}

/// The slots of `part` that lie in the stretch, which is not empty and within it.
QueryPart cut(const QueryPart &part, const Stretch &stretch) {
  const uint64_t skipped = stretch.first - part.first_slot;
  return {static_cast<uint32_t>(stretch.first), static_cast<uint32_t>(stretch.last - stretch.first),
          part.first_state + skipped, part.counters != nullptr ? part.counters + skipped : nullptr};
}

}  // namespace

mux_result_t OpenQueries::check_begin(const QueryPool &pool) const {
  const bool other_is_open =
      pool.measures_duration() &&
      std::any_of(ranges_.begin(), ranges_.end(), [&pool](const Range &range) {
        return range.part.count != 0 && range.pool != &pool && range.pool->measures_duration();
      });
  return other_is_open
             ? fail(mux_error_invalid_value,
                    "the command buffer is already measuring durations with another query pool")
             : mux_success;
}

mux_result_t OpenQueries::check_end(const QueryPool &pool, uint32_t first, uint32_t count) const {
  const Stretch wanted = {first, uint64_t{first} + std::max(count, 1U)};
  bool enabled = false;
  uint64_t open = 0;
  for (const Range &range : ranges_) {
    if (range.pool == &pool && range.part.count != 0) {
      enabled = true;
      const Stretch both = intersection(stretch_of(range.part), wanted);
      open += both.empty() ? 0 : both.last - both.first;
    }
  }
  if (!enabled) {
    return fail(mux_error_invalid_value, "no query of the query pool was begun, or all have ended");
  }
  return open == wanted.last - wanted.first
             ? mux_success
             : fail(mux_error_invalid_value,
                    "of the slots %u to %llu of the query pool, only %llu were begun and not ended",
                    first, static_cast<unsigned long long>(wanted.last - 1),
                    static_cast<unsigned long long>(open));
}

void OpenQueries::begin(const QueryPool &pool, const QueryPart &part) {
  end(pool, part.first_slot, part.count);
  begun_ += part.count;
  add({&pool, part});
}

void OpenQueries::add(const Range &added) {
  for (Range &range : ranges_) {
    if (range.part.count == 0) {
      range = added;
      return;
    }
  }
  ranges_.append(added);
}

uint64_t OpenQueries::count_parts(const QueryPool &pool, uint32_t first, uint32_t count) const {
  const Stretch wanted = {first, uint64_t{first} + count};
  return static_cast<uint64_t>(
      std::count_if(ranges_.begin(), ranges_.end(), [&](const Range &range) {
        return range.pool == &pool && !intersection(stretch_of(range.part), wanted).empty();
      }));
}

void OpenQueries::list_parts(const QueryPool &pool, uint32_t first, uint32_t count,
                             QueryPart *parts) const {
  const Stretch wanted = {first, uint64_t{first} + count};
  for (const Range &range : ranges_) {
    const Stretch both = intersection(stretch_of(range.part), wanted);
    if (range.pool == &pool && !both.empty()) {
      *parts++ = cut(range.part, both);
    }
  }
}

void OpenQueries::end(const QueryPool &pool, uint32_t first, uint32_t count) {
  const Stretch ended = {first, uint64_t{first} + count};
  QueryPart rest{};
  for (Range &range : ranges_) {
    const Stretch all = stretch_of(range.part);
    if (range.pool != &pool || intersection(all, ended).empty()) {
      continue;
    }
    const Stretch before = {all.first, std::min(all.last, ended.first)};
    const Stretch after = {std::max(all.first, ended.last), all.last};
    const QueryPart part = range.part;
    range.part = before.empty() ? QueryPart{} : cut(part, before);
    if (after.empty()) {
      continue;
    }
    if (before.empty()) {
      range.part = cut(part, after);
    } else {
      // The whole stretch lay inside this range, so there is only one such rest.
      rest = cut(part, after);
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
