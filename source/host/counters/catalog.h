/// @file
/// Query counters of this machine, as listed by muxGetSupportedQueryCounters().
///
/// Some exist everywhere; others need Linux's performance events, which are probed on first use and
/// left out if the kernel refuses. The catalog does not change after that and is never freed.
/// Thread-safe.
///
/// Scope: except for counters of the process, a counter counts the commands between begin and end
/// of a query, in one dispatch of their command buffer. Sources of threads are read by the
/// executing thread right before and after each tile, be it a worker, a helping thread, or a thread
/// that calls a user callback. So concurrent command buffers, the scheduler and idle threads do not
/// contribute; they only interfere through shared caches and memory. A user callback counts with
/// everything that happens on its thread until it returns. Counters of the process cannot be
/// attributed to commands: they measure the whole process from begin to end.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/counters/source.h"

namespace mux::host {

struct Counter {
  /// Constant across machines and versions.
  uint32_t uuid;
  mux_query_counter_unit_e unit;
  mux_query_counter_storage_e storage;
  uint32_t hardware_counters;
  /// The result is the difference of the source between begin and end; with a divisor, the quotient
  /// of two differences, times `scale`, optionally divided by the number of compute units.
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
  /// Returns the index of a counter; size() if it does not exist.
  uint32_t find(uint32_t uuid) const;
  /// Number of hardware counters that can be active at once.
  uint32_t hardware_limit() const { return hardware_limit_; }

  static constexpr uint32_t most_counters = 32;

 private:
  Catalog();

  const Counter *counters_[most_counters];
  uint32_t size_ = 0;
  uint32_t hardware_limit_ = 0;
};

/// Calls `function` with each of the one or two sources of a counter.
template <typename Function>
void for_each_source(const Counter &counter, Function function) {
  function(counter.source);
  if (counter.divisor != Source::none) {
    function(counter.divisor);
  }
}

/// Computes a counter's result from the differences of its sources. `divisor` is ignored if it has
/// none.
struct mux_query_counter_result_s counter_result(const Counter &counter, uint64_t difference,
                                                 uint64_t divisor, uint32_t compute_units);

}  // namespace mux::host
