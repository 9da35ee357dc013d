/// @file
/// Counting what the commands of a submission do, for the counter queries that are active around
/// them.
///
/// A plan knows which sources the queries around each command need; a command that no counter query
/// covers has no measurement and costs nothing. A submission has totals, which only grow while it
/// lasts: a query notes them when it begins, and its result is by how much they grew until it ends.
/// Begin and end run alone, so the totals they read are exact.
#pragma once

#include <atomic>
#include <cstdint>

#include "host/counters/source.h"
#include "host/counters/thread_sampler.h"

namespace mux::host {

/// What counter queries want to know of a command.
struct Measurement {
  SourceSet sources;
  uint64_t tiles;
  uint64_t work_groups;
  uint64_t work_items;
  uint64_t bytes;
};

/// The totals of a submission. Threads add; whoever reads was released by the scheduler after the
/// commands to be counted, so the order of single additions does not matter.
class Totals {
 public:
  void add(Source source, uint64_t amount) {
    totals_[index_of(source)].fetch_add(amount, std::memory_order_relaxed);
  }
  uint64_t of(Source source) const {
    return totals_[index_of(source)].load(std::memory_order_relaxed);
  }
  /// Before anybody else sees the submission.
  void clear() {
    for (std::atomic<uint64_t> &total : totals_) {
      total.store(0, std::memory_order_relaxed);
    }
  }

  /// Adds a command that has run.
  void add_command(const Measurement &measurement);

 private:
  std::atomic<uint64_t> totals_[counted_source_count];
};

/// Adds to the totals what the calling thread does while it lives: around one tile.
class TileMeasurement {
 public:
  TileMeasurement(SourceSet sources, Totals &totals);
  ~TileMeasurement();
  TileMeasurement(const TileMeasurement &) = delete;
  TileMeasurement &operator=(const TileMeasurement &) = delete;

 private:
  SourceSet sources_;
  Totals &totals_;
  /// Only what belongs to the sources is initialized.
  ThreadSample before_;
};

}  // namespace mux::host
