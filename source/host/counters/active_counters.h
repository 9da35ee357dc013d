/// @file
/// The counters that the query pools of a device keep active, and the limit on them.
///
/// A counter is active while there is a query pool that has it; it takes its hardware counters
/// once, however many pools and slots have it, because threads count it once for all of them. Any
/// thread may call this.
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
  /// The hardware counters that they take, and all their sources.
  uint32_t hardware_counters() const;
  SourceSet sources() const;

 private:
  static_assert(Catalog::most_counters <= 32, "a set of counters is 32 bits");

  uint32_t bits_ = 0;
};

class ActiveCounters {
 public:
  /// Makes the counters active once more. Returns false, and changes nothing, if all active
  /// counters would then take more hardware counters than the device has.
  bool activate(CounterSet counters);
  void deactivate(CounterSet counters);

 private:
  /// Counts the use, if there are hardware counters left.
  bool count_use(CounterSet counters);

  Lock lock_;
  /// How many query pools have each counter of the catalog.
  uint32_t uses_[Catalog::most_counters] MUX_GUARDED_BY(lock_) = {};
};

}  // namespace mux::host
