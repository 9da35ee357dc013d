// Entry points of query pools and query counters.

#include "core/call.h"
#include "core/validation.h"

using mux::core::Call;
namespace check = mux::core::check;

namespace {

uint64_t result_size(mux_query_type_e type) {
  return type == mux_query_type_counter ? sizeof(struct mux_query_counter_result_s)
                                        : sizeof(struct mux_query_duration_result_s);
}

/// Returns the size from the start of the first of `count` results, `stride` bytes apart, to the
/// end of the last; UINT64_MAX on overflow.
uint64_t results_size(uint64_t count, uint64_t stride, uint64_t size) {
  uint64_t bytes = 0;
  if (count == 0) {
    return 0;
  }
  return __builtin_mul_overflow(count - 1, stride, &bytes) ||
                 __builtin_add_overflow(bytes, size, &bytes)
             ? UINT64_MAX
             : bytes;
}

}  // namespace

mux_result_t muxCreateQueryPool(mux_queue_t queue, mux_query_type_e query_type,
                                uint32_t query_count,
                                const mux_query_counter_config_t *query_counter_configs,
                                mux_allocator_info_t allocator_info,
                                mux_query_pool_t *out_query_pool) {
  Call call("muxCreateQueryPool");
  if (!check::object(call, "muxCreateQueryPool.rc01", "queue", queue) ||
      !check::enumerator(call, "muxCreateQueryPool.rc02", "query_type", query_type,
                         mux_query_type_counter)) {
    return call.finish();
  }
  const bool counts = query_type == mux_query_type_counter;
  const bool valid =
      check::not_zero(call, "muxCreateQueryPool.rc03", "query_count", query_count) &&
      (!counts || check::not_null(call, "muxCreateQueryPool.query_counter_configs",
                                  "query_counter_configs", query_counter_configs)) &&
      check::allocator(call, "muxCreateQueryPool.allocator_info", allocator_info) &&
      check::out(call, "muxCreateQueryPool.rc04", "out_query_pool", out_query_pool) &&
      check::feature(call, "muxCreateQueryPool.supported",
                     !counts || queue->device->info->query_counter_support, "query counters");
  return call.dispatch(valid, &mux_target_hooks_t::create_query_pool, queue, query_type,
                       query_count, query_counter_configs, allocator_info, out_query_pool);
}

void muxDestroyQueryPool(mux_queue_t queue, mux_query_pool_t query_pool,
                         mux_allocator_info_t allocator_info) {
  Call call("muxDestroyQueryPool");
  const bool valid = check::object(call, "muxDestroyQueryPool.vu04", "queue", queue) &&
                     check::object(call, "muxDestroyQueryPool.vu05", "query_pool", query_pool) &&
                     check::allocator(call, "muxDestroyQueryPool.vu06", allocator_info);
  call.dispatch(valid, &mux_target_hooks_t::destroy_query_pool, queue, query_pool, allocator_info);
}

mux_result_t muxGetQueryPoolResults(mux_queue_t queue, mux_query_pool_t query_pool,
                                    uint32_t query_index, uint32_t query_count, size_t size,
                                    void *data, size_t stride) {
  Call call("muxGetQueryPoolResults");
  if (!check::object(call, "muxGetQueryPoolResults.rc01", "queue", queue) ||
      !check::object(call, "muxGetQueryPoolResults.rc02", "query_pool", query_pool)) {
    return call.finish();
  }
  const uint64_t result = result_size(query_pool->type);
  const bool valid = check::below(call, "muxGetQueryPoolResults.rc03", "query_index", query_index,
                                  "the query pool's count", query_pool->count) &&
                     check::end_within(call, "muxGetQueryPoolResults.rc04",
                                       {"query_index", query_index, "query_count", query_count,
                                        "the query pool's", query_pool->count, "slots"}) &&
                     check::not_null(call, "muxGetQueryPoolResults.rc06", "data", data) &&
                     check::at_most(call, "muxGetQueryPoolResults.rc07", "the size of a result",
                                    result, "stride", stride) &&
                     check::at_most(call, "muxGetQueryPoolResults.rc05", "the size of the results",
                                    results_size(query_count, stride, result), "size", size);
  return call.dispatch(valid, &mux_target_hooks_t::get_query_pool_results, queue, query_pool,
                       query_index, query_count, size, data, stride);
}

mux_result_t muxGetSupportedQueryCounters(mux_device_t device, mux_queue_type_e queue_type,
                                          uint32_t count, mux_query_counter_t *out_counters,
                                          mux_query_counter_description_t *out_descriptions,
                                          uint32_t *out_count) {
  Call call("muxGetSupportedQueryCounters");
  const bool valid =
      check::object(call, "muxGetSupportedQueryCounters.rc01", "device", device) &&
      check::enumerator(call, "muxGetSupportedQueryCounters.rc03", "queue_type", queue_type,
                        mux_queue_type_compute) &&
      check::holds(call, "muxGetSupportedQueryCounters.rc04",
                   count != 0 || (out_counters == nullptr && out_descriptions == nullptr),
                   "out_counters or out_descriptions is not NULL but count is 0") &&
      (count == 0 || out_descriptions != nullptr ||
       check::out(call, "muxGetSupportedQueryCounters.rc05", "out_counters and out_descriptions",
                  out_counters)) &&
      check::feature(call, "muxGetSupportedQueryCounters.rc02", device->info->query_counter_support,
                     "query counters");
  return call.dispatch(valid, &mux_target_hooks_t::get_supported_query_counters, device, queue_type,
                       count, out_counters, out_descriptions, out_count);
}

mux_result_t muxGetQueryCounterRequiredPasses(
    mux_queue_t queue, uint32_t query_count,
    const mux_query_counter_config_t *query_counter_configs, uint32_t *out_pass_count) {
  Call call("muxGetQueryCounterRequiredPasses");
  const bool valid =
      check::object(call, "muxGetQueryCounterRequiredPasses.rc01", "queue", queue) &&
      check::not_zero(call, "muxGetQueryCounterRequiredPasses.rc02", "query_count", query_count) &&
      check::not_null(call, "muxGetQueryCounterRequiredPasses.rc03", "query_counter_configs",
                      query_counter_configs) &&
      check::out(call, "muxGetQueryCounterRequiredPasses.rc04", "out_pass_count", out_pass_count) &&
      check::feature(call, "muxGetQueryCounterRequiredPasses.supported",
                     queue->device->info->query_counter_support, "query counters");
  return call.dispatch(valid, &mux_target_hooks_t::get_query_counter_required_passes, queue,
                       query_count, query_counter_configs, out_pass_count);
}
