/// @file
/// Queries of a command buffer that were begun and not ended, while it is recorded.
///
/// Belongs to the command buffer, which serializes access. Functions that check set the error text
/// and change nothing.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/record/recorded_command.h"
#include "host/support/allocator.h"

namespace mux::host {

class QueryPool;

class OpenQueries {
 public:
  explicit OpenQueries(const Allocator &allocator) noexcept : ranges_(allocator) {}

  /// Checks whether slots of the pool may begin: only one pool of durations may have active
  /// queries.
  mux_result_t check_begin(const QueryPool &pool) const;
  /// Checks whether these slots may end: all of them must be active; if `count` is 0, at least the
  /// first.
  mux_result_t check_end(const QueryPool &pool, uint32_t first, uint32_t count) const;

  /// Reserves memory for one call of begin() or end().
  [[nodiscard]] bool reserve() { return ranges_.reserve(ranges_.size() + 2); }

  /// Number of slots begun so far, ended or not.
  uint64_t begun() const { return begun_; }
  /// Makes the slots of `range` active, and counts them as begun. Active slots begin again.
  void begin(const QueryPool &pool, const QueryRange &range);

  /// Returns the active slots of an interval, as ranges that began together: their number, and the
  /// ranges.
  uint64_t count_ranges(const QueryPool &pool, uint32_t first, uint32_t count) const;
  void list_ranges(const QueryPool &pool, uint32_t first, uint32_t count, QueryRange *ranges) const;
  void end(const QueryPool &pool, uint32_t first, uint32_t count);

  void clear();

 private:
  struct OpenRange {
    const QueryPool *pool;
    QueryRange range;
  };

  void add(const OpenRange &added);

  Array<OpenRange> ranges_;
  uint64_t begun_ = 0;
};

}  // namespace mux::host
