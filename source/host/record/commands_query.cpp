// Recording the begin and end of queries, and resets of query pools.

#include "host/objects/device.h"
#include "host/objects/query_pool.h"
#include "host/record/command_buffer.h"
#include "host/record/commands.h"
#include "host/record/open_queries.h"
#include "host/record/record.h"
#include "host/support/error.h"

namespace mux::host {
namespace {

/// Whether the command buffer is recording and may use the pool. Sets the error text if not.
bool usable(const Recording &recording, mux_command_buffer_t command_buffer,
            const QueryPool &pool) {
  if (!recording.open()) {
    return false;
  }
  if (pool.queue()->device != command_buffer->device) {
    fail(mux_error_invalid_value, "the query pool belongs to another device");
    return false;
  }
  return true;
}

mux_result_t record(Recording &recording, CommandKind kind, QueryPool &pool,
                    const QueryRange *ranges, uint64_t range_count, mux_sync_point_t *sync_point) {
  RecordedCommand command{};
  command.kind = kind;
  command.query = recording.arena().copy(QueryWork{&pool.slots(), ranges, range_count});
  return command.query != nullptr ? recording.commit(command, sync_point) : fail_to_record();
}

}  // namespace

mux_result_t command_begin_query(mux_command_buffer_t command_buffer, mux_query_pool_t query_pool,
                                 uint32_t query_index, uint32_t query_count, uint32_t wait_length,
                                 const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  QueryPool &pool = QueryPool::of(query_pool);
  if (!usable(recording, command_buffer, pool)) {
    return mux_error_invalid_value;
  }
  OpenQueries &queries = recording.open_queries();
  if (const mux_result_t result = queries.check_begin(pool); result != mux_success) {
    return result;
  }
  const Counter *const *counters = nullptr;
  if (!pool.measures_duration()) {
    counters = recording.arena().copy_array(pool.counters() + query_index, query_count);
  }
  const auto *range =
      recording.arena().copy(QueryRange{query_index, query_count, queries.begun(), counters});
  if (range == nullptr || (counters == nullptr && !pool.measures_duration()) ||
      !queries.reserve()) {
    return fail_to_record();
  }
  const mux_result_t result =
      record(recording, CommandKind::begin_query, pool, range, 1, sync_point);
  if (result == mux_success) {
    queries.begin(pool, *range);
  }
  return result;
}

mux_result_t command_end_query(mux_command_buffer_t command_buffer, mux_query_pool_t query_pool,
                               uint32_t query_index, uint32_t query_count, uint32_t wait_length,
                               const mux_sync_point_t *wait_list, mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  QueryPool &pool = QueryPool::of(query_pool);
  if (!usable(recording, command_buffer, pool)) {
    return mux_error_invalid_value;
  }
  OpenQueries &queries = recording.open_queries();
  if (const mux_result_t result = queries.check_end(pool, query_index, query_count);
      result != mux_success) {
    return result;
  }
  const uint64_t range_count = queries.count_ranges(pool, query_index, query_count);
  auto *ranges = recording.arena().allocate_array<QueryRange>(range_count);
  if (ranges == nullptr || !queries.reserve()) {
    return fail_to_record();
  }
  queries.list_ranges(pool, query_index, query_count, ranges);
  const mux_result_t result =
      record(recording, CommandKind::end_query, pool, ranges, range_count, sync_point);
  if (result == mux_success) {
    queries.end(pool, query_index, query_count);
  }
  return result;
}

mux_result_t command_reset_query_pool(mux_command_buffer_t command_buffer,
                                      mux_query_pool_t query_pool, uint32_t query_index,
                                      uint32_t query_count, uint32_t wait_length,
                                      const mux_sync_point_t *wait_list,
                                      mux_sync_point_t *sync_point) {
  Recording recording(command_buffer, {wait_length, wait_list});
  QueryPool &pool = QueryPool::of(query_pool);
  if (!usable(recording, command_buffer, pool)) {
    return mux_error_invalid_value;
  }
  const auto *range = recording.arena().copy(QueryRange{query_index, query_count, 0, nullptr});
  return range != nullptr
             ? record(recording, CommandKind::reset_query_pool, pool, range, 1, sync_point)
             : fail_to_record();
}

}  // namespace mux::host
