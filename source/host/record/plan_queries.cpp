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
  const Amount amount = amount_of(recorded);
  command.measurement = arena.copy(Measurement{sources_, command.tile_count, amount.work_groups,
                                               amount.work_items, amount.bytes});
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
