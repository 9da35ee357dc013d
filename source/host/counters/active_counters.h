/// @file
/// Active query counters of a device, and the limit on hardware counters.
///
/// A counter is active while a query pool uses it. It occupies its hardware counters once,
/// regardless of the number of pools and slots, because threads count it once for all of them.
/// Thread-safe.
#pragma once

#include <cstdint>

#include "host/counters/catalog.h"
#include "host/support/lock.h"

namespace mux::host {

/// A set of counters of the catalog, by index.
class CounterSet {
 public:
  void add(uint32_t index) { bits_ |= uint32_t{1} << index; }
  bool contains(uint32_t index) const { return bits_ >> index & 1; }
  /// Number of hardware counters that they occupy, and all their sources.
  uint32_t hardware_counters() const;
  SourceSet sources() const;

 private:
  static_assert(Catalog::most_counters <= 32, "a set of counters is 32 bits");

  uint32_t bits_ = 0;
};

class ActiveCounters {
 public:
  /// Adds a use of the counters. Returns false, with nothing changed, if all active counters would
  /// then occupy more hardware counters than the device has.
  bool activate(CounterSet counters);
  void deactivate(CounterSet counters);

 private:
  /// Counts the use, if enough hardware counters are left.
  bool count_use(CounterSet counters);

  Lock lock_;
  /// Number of query pools that use each counter of the catalog.
  uint32_t uses_[Catalog::most_counters] MUX_GUARDED_BY(lock_) = {};
};

}  // namespace mux::host
