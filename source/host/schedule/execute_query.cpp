#include "host/schedule/execute_query.h"

#include "host/counters/catalog.h"
#include "host/counters/process_gauge.h"
#include "host/schedule/query_slots.h"
#include "host/support/futex.h"

namespace mux::host {
namespace {

uint64_t value_of(Source source, const Totals &totals) {
  ProcessGauges gauges{};
  switch (source) {
    case Source::elapsed_time:
      return monotonic_time();
    case Source::resident_bytes:
      read_process_gauges(gauges);
      return gauges.resident_bytes;
    case Source::threads:
      read_process_gauges(gauges);
      return gauges.threads;
    case Source::none:
      return 0;
    default:
      return totals.of(source);
  }
}

QueryState state_of(const Counter &counter, const Totals &totals) {
  return {value_of(counter.source, totals), value_of(counter.divisor, totals)};
}

void end_durations(Submission &submission, QuerySlots &slots, const QueryRange &range,
                   uint64_t now) {
  for (uint32_t index = 0; index < range.count; ++index) {
    slots.write(
        range.first_slot + index,
        mux_query_duration_result_s{submission.query_state(range.first_state + index).value, now});
  }
}

void end_counters(Submission &submission, QuerySlots &slots, const QueryRange &range) {
  for (uint32_t index = 0; index < range.count; ++index) {
    const Counter &counter = *range.counters[index];
    const QueryState &begin = submission.query_state(range.first_state + index);
    const QueryState end = state_of(counter, submission.totals());
    slots.write(range.first_slot + index,
                counter_result(counter, end.value - begin.value, end.divisor - begin.divisor,
                               slots.compute_units()));
  }
}

}  // namespace

void begin_query(Submission &submission, const QueryWork &query) {
  const QueryRange &range = query.ranges[0];
  const bool durations = query.slots->measures_duration();
  const uint64_t now = monotonic_time();
  for (uint32_t index = 0; index < range.count; ++index) {
    submission.query_state(range.first_state + index) =
        durations ? QueryState{now, 0} : state_of(*range.counters[index], submission.totals());
  }
}

void end_query(Submission &submission, const QueryWork &query) {
  const uint64_t now = monotonic_time();
  for (uint64_t index = 0; index < query.range_count; ++index) {
    if (query.slots->measures_duration()) {
      end_durations(submission, *query.slots, query.ranges[index], now);
    } else {
      end_counters(submission, *query.slots, query.ranges[index]);
    }
  }
}

void reset_query_pool(const QueryWork &query) {
  query.slots->reset(query.ranges[0].first_slot, query.ranges[0].count);
}

}  // namespace mux::host
