/// @file
/// What a thread measures of itself around a tile.
///
/// Every thread has one sampler and uses no other. It opens the
/// performance events that a query asks for when it first needs them, which takes about 100 us
/// each, and keeps them open from tile to tile; it closes them when no query pool asks for them any
/// more and the thread runs tiles again or ends. An event that cannot be opened counts nothing, and
/// a warning is logged.
#pragma once

#include <cstdint>

#include "host/counters/perf_event.h"
#include "host/counters/source.h"

namespace mux::host {

/// Tells the samplers of all threads which performance events exist query pools want. Calls are
/// counted: each want() is undone by one unwant(). From any thread.
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
  /// The calling thread has run out of tiles: closes what nobody wants any more. Costs next to
  /// nothing on a thread that has never measured.
  static void rest_this_thread();

  ~ThreadSampler();
  ThreadSampler(const ThreadSampler &) = delete;
  ThreadSampler &operator=(const ThreadSampler &) = delete;

  /// Read the sources of this thread that are in the set, so that as little as possible of the
  /// reading itself lies between the two.
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

/// The difference of one source of threads between two samples that contain it.
uint64_t difference(Source source, const ThreadSample &from, const ThreadSample &to);

}  // namespace mux::host
