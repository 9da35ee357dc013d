/// @file
/// Follows the queries of a command buffer while its plan is built, in the order recorded: which
/// sources each command has to be measured for, and how much room a submission needs.
#pragma once

#include <cstdint>

#include "host/counters/source.h"
#include "host/record/recorded_command.h"
#include "host/support/allocator.h"

namespace mux::host {

class PlanQueries {
 public:
  /// Takes note of the next command, and gives it its measurement if a counter query covers it.
  /// Returns false if there is no memory.
  [[nodiscard]] bool follow(const RecordedCommand &recorded, Command &command, Arena &arena);

  /// How many slots begin.
  uint64_t state_count() const { return state_count_; }
  /// Whether any counter query covers a command.
  bool measures() const { return measures_; }

 private:
  void begin(const QueryWork &query);
  void end(const QueryWork &query);

  /// How many open slots have each source, and those that at least one has.
  uint64_t uses_[source_count] = {};
  SourceSet sources_;
  uint64_t state_count_ = 0;
  bool measures_ = false;
};

}  // namespace mux::host
