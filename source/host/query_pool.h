// A query pool: the slots that queries write their results to.
//
// The program creates and destroys it, and serialises that with everything else. Runs write
// results, several at once, and any thread reads them, also while runs write: a lock makes each
// result whole. A result appears when its query ends, so until then, and in a command buffer that
// fails before, the slot holds what it held. Slots start out as zeros, and a reset makes them
// zeros again. All memory comes from the allocator at creation.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/allocator.h"
#include "host/counters/active_counters.h"

namespace mux::host {

class Device;

class QueryPool : public mux_query_pool_s {
 public:
  // The counters of a pool of counters, one for each slot, are members of `active`, which is
  // deactivated when the pool is destroyed. NULL if there is no memory.
  static QueryPool *create(mux_queue_t queue, mux_query_type_e type, uint32_t count,
                           const Allocator &allocator);
  static void destroy(QueryPool *pool);

  ~QueryPool() = default;
  QueryPool(const QueryPool &) = delete;
  QueryPool &operator=(const QueryPool &) = delete;

  static QueryPool &of(mux_query_pool_t pool) { return *static_cast<QueryPool *>(pool); }

  bool measures_duration() const { return type == mux_query_type_duration; }
  mux_queue_t queue() const { return queue_; }
  Device &device() const;

  // Of a pool of counters: one for each slot.
  const Counter **counters() { return counters_; }
  const Counter *const *counters() const { return counters_; }
  CounterSet active;

  void write(uint32_t slot, const struct mux_query_duration_result_s &result);
  void write(uint32_t slot, const struct mux_query_counter_result_s &result);
  void reset(uint32_t slot, uint32_t slots);
  // Copies results, `stride` bytes from one to the next.
  void read(uint32_t slot, uint32_t slots, void *data, size_t stride);

 private:
  QueryPool(mux_queue_t queue, mux_query_type_e type, uint32_t count,
            const Allocator &allocator) noexcept;

  size_t result_size() const;

  Allocator allocator_;
  mux_queue_t queue_;
  const Counter **counters_ = nullptr;

  Lock lock_;
  // The results, under the lock.
  std::byte *results_ = nullptr;
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
