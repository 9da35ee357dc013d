/// @file
/// Tracks the active queries while a plan is built, in recording order: determines the sources to
/// measure for each command, and the query states that a submission needs.
#pragma once

#include <cstdint>

#include "host/counters/source.h"
#include "host/record/recorded_command.h"
#include "host/support/allocator.h"

namespace mux::host {

class PlanQueries {
 public:
  /// Processes the next command, and attaches a measurement if a counter query covers it. Returns
  /// false if an allocation fails.
  [[nodiscard]] bool follow(const RecordedCommand &recorded, Command &command, Arena &arena);

  /// Number of slots that begin.
  uint64_t state_count() const { return state_count_; }
  /// Whether any counter query covers a command.
  bool measures() const { return measures_; }

 private:
  void begin(const QueryWork &query);
  void end(const QueryWork &query);

  /// Number of active slots for each source, and the set of sources with at least one.
  uint64_t uses_[source_count] = {};
  SourceSet sources_;
  uint64_t state_count_ = 0;
  bool measures_ = false;
};

}  // namespace mux::host
