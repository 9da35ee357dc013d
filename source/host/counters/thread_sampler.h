/// @file
/// Measurements of a thread around a tile.
///
/// Every thread has its own sampler. It opens performance events when a query first needs them,
/// which takes about 100 us each, and keeps them open across tiles. It closes them when no query
/// pool needs them any more and the thread has run out of tiles or ends. An event that cannot be
/// opened counts nothing, and a warning is logged.
#pragma once

#include <cstdint>

#include "host/counters/perf_event.h"
#include "host/counters/source.h"

namespace mux::host {

/// Tells the samplers of all threads which performance events existing query pools need. Calls are
/// counted: each want() is undone by one unwant(). Thread-safe.
class PerfDemand {
 public:
  static void want(SourceSet sources);
  static void unwant(SourceSet sources);
  static SourceSet wanted();
};

struct ThreadSample {
  uint64_t busy_time;
  uint64_t cpu_time;
  uint64_t page_faults;
  uint64_t major_page_faults;
  uint64_t voluntary_switches;
  uint64_t involuntary_switches;
  PerfReading perf[perf_source_count];
};

class ThreadSampler {
 public:
  static ThreadSampler &of_this_thread();
  /// Closes events that are no longer needed, after the calling thread has run out of tiles. Costs
  /// next to nothing on a thread that has never measured.
  static void close_unneeded_events();

  ~ThreadSampler();
  ThreadSampler(const ThreadSampler &) = delete;
  ThreadSampler &operator=(const ThreadSampler &) = delete;

  /// Read the sources in the set for this thread, in an order that keeps the overhead of reading
  /// out of the interval.
  void sample_before(SourceSet sources, ThreadSample &sample);
  void sample_after(SourceSet sources, ThreadSample &sample) const;

 private:
  ThreadSampler() noexcept;

  void rest();
  void open(SourceSet sources);
  void close(SourceSet sources);
  void read_perf_events(SourceSet sources, ThreadSample &sample) const;

  SourceSet opened_;
  SourceSet refused_;
  int descriptors_[perf_source_count];
};

/// Difference of a thread source between two samples that contain it.
uint64_t difference(Source source, const ThreadSample &from, const ThreadSample &to);

}  // namespace mux::host
