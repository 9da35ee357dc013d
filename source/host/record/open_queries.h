/// @file
/// The queries of a command buffer that were begun and not ended, while it is recorded.
///
/// Belongs to the command buffer, which serializes access. Functions that check set the text of the
/// error and change nothing.
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

  /// Whether slots of the pool may begin: no other pool of durations has open ones, if it is one.
  mux_result_t check_begin(const QueryPool &pool) const;
  /// Whether these slots may end: all of them are open, and so is the first if there are none.
  mux_result_t check_end(const QueryPool &pool, uint32_t first, uint32_t count) const;

  /// Makes room for one call of begin() or end().
  [[nodiscard]] bool reserve() { return ranges_.reserve(ranges_.size() + 2); }

  /// How many slots were begun so far, ended or not.
  uint64_t begun() const { return begun_; }
  /// The slots of `range` are open from now on, and those begun grow. Slots that were open begin
  /// anew.
  void begin(const QueryPool &pool, const QueryRange &range);

  /// The open slots of an interval, as ranges that began together: how many ranges there are, and
  /// each of them in turn.
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
