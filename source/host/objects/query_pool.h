/// @file
/// A query pool: slots for the results of queries.
///
/// The program creates and destroys it, and serializes that with all other uses. A result is
/// written when its query ends; until then, and if a command buffer fails before, the slot keeps
/// its previous value. Slots are zero initially and after a reset. All memory is allocated at
/// creation.
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
  /// Creates a pool; NULL if an allocation fails. The counters of its slots are those of `active`,
  /// which are deactivated when the pool is destroyed.
  static QueryPool *create(mux_queue_t queue, mux_query_type_e type, uint32_t count,
                           const Allocator &allocator);
  static void destroy(QueryPool *pool);

  ~QueryPool() = default;
  QueryPool(const QueryPool &) = delete;
  QueryPool &operator=(const QueryPool &) = delete;

  static QueryPool &of(mux_query_pool_t pool) { return *static_cast<QueryPool *>(pool); }

  bool measures_duration() const { return slots_.measures_duration(); }
  /// For query commands.
  QuerySlots &slots() { return slots_; }
  mux_queue_t queue() const { return queue_; }
  Device &device() const;

  /// One for each slot, in a pool of counters.
  const Counter **counters() { return counters_; }
  const Counter *const *counters() const { return counters_; }
  CounterSet active;

  /// Copies results to `data`, one every `stride` bytes.
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
