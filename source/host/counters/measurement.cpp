#include "host/counters/measurement.h"

namespace mux::host {

void Totals::add_command(const Measurement &measurement) {
  add(Source::commands, 1);
  add(Source::tiles, measurement.tiles);
  add(Source::work_groups, measurement.work_groups);
  add(Source::work_items, measurement.work_items);
  add(Source::bytes, measurement.bytes);
}

TileMeasurement::TileMeasurement(SourceSet sources, Totals &totals)
    : sources_(sources & thread_sources), totals_(totals) {
  if (!sources_.empty()) {
    ThreadSampler::of_this_thread().sample_before(sources_, before_);
  }
}

TileMeasurement::~TileMeasurement() {
  if (sources_.empty()) {
    return;
  }
  ThreadSample after;
  ThreadSampler::of_this_thread().sample_after(sources_, after);
  sources_.for_each(
      [&](Source source) { totals_.add(source, difference(source, before_, after)); });
}

}  // namespace mux::host
