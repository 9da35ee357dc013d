/// @file
/// A query pool: the slots that queries write their results to.
///
/// The program creates and destroys it, and serializes that with everything else. A result appears
/// when its query ends, so until then, and in a command buffer that fails before, the slot holds
/// what it held. Slots start out as zeros, and a reset makes them zeros again. All memory comes
/// from the allocator at creation.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/counters/active_counters.h"
#include "host/schedule/query_slots.h"
#include "host/support/allocator.h"

namespace mux::host {

class Device;

class QueryPool : public mux_query_pool_s {
 public:
  /// The counters of a pool of counters, one for each slot, are members of `active`, which is
  /// deactivated when the pool is destroyed. NULL if there is no memory.
  static QueryPool *create(mux_queue_t queue, mux_query_type_e type, uint32_t count,
                           const Allocator &allocator);
  static void destroy(QueryPool *pool);

  ~QueryPool() = default;
  QueryPool(const QueryPool &) = delete;
  QueryPool &operator=(const QueryPool &) = delete;

  static QueryPool &of(mux_query_pool_t pool) { return *static_cast<QueryPool *>(pool); }

  bool measures_duration() const { return slots_.measures_duration(); }
  /// For the commands that write to them.
  QuerySlots &slots() { return slots_; }
  mux_queue_t queue() const { return queue_; }
  Device &device() const;

  /// Of a pool of counters: one for each slot.
  const Counter **counters() { return counters_; }
  const Counter *const *counters() const { return counters_; }
  CounterSet active;

  /// Copies results, `stride` bytes from one to the next.
  void read(uint32_t slot, uint32_t slots, void *data, size_t stride);

 private:
  QueryPool(mux_queue_t queue, mux_query_type_e type, uint32_t count,
            const Allocator &allocator) noexcept;

  Allocator allocator_;
  mux_queue_t queue_;
  const Counter **counters_ = nullptr;
  QuerySlots slots_;
};

mux_result_t create_query_pool(mux_queue_t queue, mux_query_type_e query_type, uint32_t query_count,
                               const mux_query_counter_config_t *query_counter_configs,
                               mux_allocator_info_t allocator_info,
                               mux_query_pool_t *out_query_pool);
void destroy_query_pool(mux_queue_t queue, mux_query_pool_t query_pool,
                        mux_allocator_info_t allocator_info);
mux_result_t get_query_pool_results(mux_queue_t queue, mux_query_pool_t query_pool,
                                    uint32_t query_index, uint32_t query_count, size_t size,
                                    void *data, size_t stride);
mux_result_t get_supported_query_counters(mux_device_t device, mux_queue_type_e queue_type,
                                          uint32_t count, mux_query_counter_t *out_counters,
                                          mux_query_counter_description_t *out_descriptions,
                                          uint32_t *out_count);
mux_result_t get_query_counter_required_passes(
    mux_queue_t queue, uint32_t query_count,
    const mux_query_counter_config_t *query_counter_configs, uint32_t *out_pass_count);

}  // namespace mux::host
