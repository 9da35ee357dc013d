/// @file
/// Counts what the commands of a submission do, for the counter queries that are active around
/// them.
///
/// A plan knows which sources each command must be measured for; a command that no counter query
/// covers has no measurement and no overhead. A submission has totals, which only grow: a query
/// stores them when it begins, and its result is their increase until it ends. Begin and end
/// commands run alone, so the totals that they read are exact.
#pragma once

#include <atomic>
#include <cstdint>

#include "host/counters/source.h"
#include "host/counters/thread_sampler.h"

namespace mux::host {

/// What counter queries need to know of a command.
struct Measurement {
  SourceSet sources;
  uint64_t tiles;
  uint64_t work_groups;
  uint64_t work_items;
  uint64_t bytes;
};

/// Totals of a submission. Relaxed additions suffice: the scheduler orders the reading command
/// after the counted ones.
class Totals {
 public:
  void add(Source source, uint64_t amount) {
    totals_[index_of(source)].fetch_add(amount, std::memory_order_relaxed);
  }
  uint64_t of(Source source) const {
    return totals_[index_of(source)].load(std::memory_order_relaxed);
  }
  /// Resets the totals. Only before other threads see the submission.
  void clear() {
    for (std::atomic<uint64_t> &total : totals_) {
      total.store(0, std::memory_order_relaxed);
    }
  }

  /// Adds a command that has retired.
  void add_command(const Measurement &measurement);

 private:
  std::atomic<uint64_t> totals_[counted_source_count];
};

/// Scope of one tile: adds what the calling thread does in it to the totals.
class TileMeasurement {
 public:
  TileMeasurement(SourceSet sources, Totals &totals);
  ~TileMeasurement();
  TileMeasurement(const TileMeasurement &) = delete;
  TileMeasurement &operator=(const TileMeasurement &) = delete;

 private:
  SourceSet sources_;
  Totals &totals_;
  /// Only the members for `sources` are initialized.
  ThreadSample before_;
};

}  // namespace mux::host
