#include "host/counters/active_counters.h"

#include "host/counters/thread_sampler.h"

namespace mux::host {

uint32_t CounterSet::hardware_counters() const {
  const Catalog &catalog = Catalog::get();
  uint32_t sum = 0;
  for (uint32_t index = 0; index < catalog.size(); ++index) {
    sum += contains(index) ? catalog[index].hardware_counters : 0;
  }
  return sum;
}

SourceSet CounterSet::sources() const {
  const Catalog &catalog = Catalog::get();
  SourceSet sources;
  for (uint32_t index = 0; index < catalog.size(); ++index) {
    if (contains(index)) {
      for_each_source(catalog[index], [&](Source source) { sources.add(source); });
    }
  }
  return sources;
}

bool ActiveCounters::count_use(CounterSet counters) {
  const Catalog &catalog = Catalog::get();
  const LockGuard guard(lock_);
  CounterSet active = counters;
  for (uint32_t index = 0; index < catalog.size(); ++index) {
    if (uses_[index] != 0) {
      active.add(index);
    }
  }
  if (active.hardware_counters() > catalog.hardware_limit()) {
    return false;
  }
  for (uint32_t index = 0; index < catalog.size(); ++index) {
    uses_[index] += counters.contains(index) ? 1 : 0;
  }
  return true;
}

bool ActiveCounters::activate(CounterSet counters) {
  const bool fits = count_use(counters);
  if (fits) {
    PerfDemand::want(counters.sources());
  }
  return fits;
}

void ActiveCounters::deactivate(CounterSet counters) {
  PerfDemand::unwant(counters.sources());
  const LockGuard guard(lock_);
  for (uint32_t index = 0; index < Catalog::most_counters; ++index) {
    uses_[index] -= counters.contains(index) ? 1 : 0;
  }
}

}  // namespace mux::host
