#include "host/record/plan_queries.h"

#include <algorithm>

#include "host/counters/catalog.h"
#include "host/counters/measurement.h"

namespace mux::host {
namespace {

template <typename Function>
void for_each_source(const QueryWork &query, Function function) {
  for (uint64_t index = 0; index < query.range_count; ++index) {
    const QueryRange &range = query.ranges[index];
    for (uint32_t slot = 0; range.counters != nullptr && slot < range.count; ++slot) {
      for_each_source(*range.counters[slot], function);
    }
  }
}

uint64_t bytes_of(const RegionsRecord &record) {
  uint64_t bytes = 0;
  for (uint64_t index = 0; index < record.region_count; ++index) {
    const mux_extent_3d_t &extent = record.regions[index].region;
    bytes += extent.x * extent.y * extent.z;
  }
  return bytes;
}

/// Returns what a command contributes to counters when it runs.
Measurement measurement_of(const RecordedCommand &recorded, SourceSet sources, uint64_t tiles) {
  Measurement result{sources, tiles, 0, 0, 0};
  switch (recorded.kind) {
    case CommandKind::copy:
      result.bytes = recorded.copy->size;
      break;
    case CommandKind::copy_regions:
      result.bytes = bytes_of(*recorded.regions);
      break;
    case CommandKind::fill:
      result.bytes = recorded.fill->size;
      break;
    case CommandKind::fill_image: {
      const mux_extent_3d_t &box = recorded.fill_image->box;
      result.bytes = box.x * box.y * box.z;
      break;
    }
    case CommandKind::nd_range: {
      const uint64_t *size = recorded.nd_range->range.global_size;
      result.work_groups = recorded.nd_range->group_count;
      result.work_items = size[0] * size[1] * size[2];
      break;
    }
    case CommandKind::nothing:
    case CommandKind::barrier:
    case CommandKind::user_callback:
    case CommandKind::begin_query:
    case CommandKind::end_query:
    case CommandKind::reset_query_pool:
      break;
  }
  return result;
}

}  // namespace

bool PlanQueries::follow(const RecordedCommand &recorded, Command &command, Arena &arena) {
  switch (recorded.kind) {
    case CommandKind::begin_query:
      begin(*recorded.query);
      return true;
    case CommandKind::end_query:
      end(*recorded.query);
      return true;
    case CommandKind::reset_query_pool:
      return true;
    default:
      break;
  }
  if (sources_.empty()) {
    return true;
  }
  measures_ = true;
  command.measurement = arena.copy(measurement_of(recorded, sources_, command.tile_count));
  return command.measurement != nullptr;
}

void PlanQueries::begin(const QueryWork &query) {
  for_each_source(query, [this](Source source) {
    ++uses_[index_of(source)];
    sources_.add(source);
  });
  const QueryRange &range = query.ranges[0];
  state_count_ = std::max(state_count_, range.first_state + range.count);
}

void PlanQueries::end(const QueryWork &query) {
  for_each_source(query, [this](Source source) {
    if (--uses_[index_of(source)] == 0) {
      sources_.remove(source);
    }
  });
}

}  // namespace mux::host
