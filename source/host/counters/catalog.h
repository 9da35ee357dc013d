/// @file
/// The query counters of this machine: what muxGetSupportedQueryCounters() lists.
///
/// Some exist everywhere; others need Linux's performance events, which are tried out once, when
/// somebody first asks, and left out if the kernel refuses. The catalog never changes after that
/// and is never freed. Any thread may use it.
///
/// What is counted, and for whom: every counter but those of the process counts what the commands
/// between the begin and the end of a query do, in this one dispatch of their command buffer.
/// Sources of threads are read by each thread itself right before and right after each tile it runs
/// for those commands, be it a worker of the device, a thread that helps while it waits, or the one
/// that calls a user callback. So other command buffers that run at the same time contribute
/// nothing, nor do the scheduler and idle threads; they only disturb as neighbors do, through
/// shared caches and memory. What a user callback does counts with all that happens on its thread
/// until it returns. The counters of the process cannot be divided up: they are what the whole
/// process does from begin to end.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/counters/source.h"

namespace mux::host {

struct Counter {
  /// The same on every machine and in every version.
  uint32_t uuid;
  mux_query_counter_unit_e unit;
  mux_query_counter_storage_e storage;
  uint32_t hardware_counters;
  /// The result is the source's difference between begin and end; with a divisor it is the quotient
  /// of two differences, times `scale`, by compute unit if said so.
  Source source;
  Source divisor;
  double scale;
  bool per_compute_unit;
  const char *category;
  const char *name;
  const char *description;
};

class Catalog {
 public:
  static const Catalog &get();

  uint32_t size() const { return size_; }
  const Counter &operator[](uint32_t index) const { return *counters_[index]; }
  /// Returns size() if there is no such counter.
  uint32_t find(uint32_t uuid) const;
  /// How many hardware counters may be active at once.
  uint32_t hardware_limit() const { return hardware_limit_; }

  static constexpr uint32_t most_counters = 32;

 private:
  Catalog();

  const Counter *counters_[most_counters];
  uint32_t size_ = 0;
  uint32_t hardware_limit_ = 0;
};

/// Calls `function` with the one or two sources of a counter.
template <typename Function>
void for_each_source(const Counter &counter, Function function) {
  function(counter.source);
  if (counter.divisor != Source::none) {
    function(counter.divisor);
  }
}

/// The result of a counter from the differences of its sources; `divisor` is not looked at if it
/// has none.
struct mux_query_counter_result_s counter_result(const Counter &counter, uint64_t difference,
                                                 uint64_t divisor, uint32_t compute_units);

}  // namespace mux::host
