#include "host/objects/query_pool.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "host/objects/device.h"
#include "host/support/error.h"
#include "host/support/object_id.h"

namespace mux::host {
namespace {

/// Finds the counters of the configs. Sets the error text if one does not exist.
bool find_counters(const mux_query_counter_config_t *configs, uint32_t count, CounterSet &found) {
  const Catalog &catalog = Catalog::get();
  for (uint32_t slot = 0; slot < count; ++slot) {
    const uint32_t index = catalog.find(configs[slot].uuid);
    if (index == catalog.size()) {
      fail(mux_error_invalid_value,
           "query_counter_configs[%u].uuid is 0x%x, which is no counter of the device", slot,
           configs[slot].uuid);
      return false;
    }
    found.add(index);
  }
  return true;
}

/// Selects and activates the counters of a new pool.
mux_result_t activate_counters(QueryPool &pool, const mux_query_counter_config_t *configs,
                               CounterSet counters) {
  const Catalog &catalog = Catalog::get();
  if (!pool.device().active_counters().activate(counters)) {
    return fail(mux_error_invalid_value,
                "the query pool needs %u hardware counters; with those of the other pools that is "
                "more than the device's %u",
                counters.hardware_counters(), catalog.hardware_limit());
  }
  pool.active = counters;
  for (uint32_t slot = 0; slot < pool.count; ++slot) {
    pool.counters()[slot] = &catalog[catalog.find(configs[slot].uuid)];
  }
  return mux_success;
}

template <size_t size>
void copy_text(char (&destination)[size], const char *text) {
  std::snprintf(destination, size, "%s", text);
}

}  // namespace

QueryPool::QueryPool(mux_queue_t queue, mux_query_type_e type, uint32_t count,
                     const Allocator &allocator) noexcept
    : mux_query_pool_s{object_id(mux_object_id_query_pool), type, count},
      allocator_(allocator),
      queue_(queue),
      slots_(type, queue->device->info->compute_units) {}

QueryPool *QueryPool::create(mux_queue_t queue, mux_query_type_e type, uint32_t count,
                             const Allocator &allocator) {
  // One block: the pool, the results, the counters.
  static_assert(sizeof(QueryPool) % alignof(uint64_t) == 0);
  const bool counts = type == mux_query_type_counter;
  const size_t results_size = count * QuerySlots::result_size(type);
  const size_t counters_size = counts ? count * sizeof(const Counter *) : 0;
  auto *memory = static_cast<std::byte *>(
      allocator.allocate(sizeof(QueryPool) + results_size + counters_size, alignof(QueryPool)));
  if (memory == nullptr) {
    return nullptr;
  }
  auto *pool = new (memory) QueryPool(queue, type, count, allocator);
  std::byte *results = memory + sizeof(QueryPool);
  std::memset(results, 0, results_size);
  pool->slots_.set_results(results);
  if (counts) {
    pool->counters_ = reinterpret_cast<const Counter **>(results + results_size);
  }
  return pool;
}

void QueryPool::destroy(QueryPool *pool) {
  Allocator::destroy(pool->allocator_, pool);
}

Device &QueryPool::device() const {
  return Device::of(queue_->device);
}

void QueryPool::read(uint32_t slot, uint32_t slots, void *data, size_t stride) {
  if (device().in_forked_child()) {
    slots_.read_in_forked_child(slot, slots, data, stride);
  } else {
    slots_.read(slot, slots, data, stride);
  }
}

mux_result_t create_query_pool(mux_queue_t queue, mux_query_type_e query_type, uint32_t query_count,
                               const mux_query_counter_config_t *query_counter_configs,
                               mux_allocator_info_t allocator_info,
                               mux_query_pool_t *out_query_pool) {
  const bool counts = query_type == mux_query_type_counter;
  CounterSet counters;
  if (counts && !find_counters(query_counter_configs, query_count, counters)) {
    return mux_error_invalid_value;
  }
  if (Device::of(queue->device).in_forked_child()) {
    return fail_in_forked_child();
  }
  QueryPool *pool = QueryPool::create(queue, query_type, query_count, Allocator(allocator_info));
  if (pool == nullptr) {
    return fail(mux_error_out_of_memory, "no memory for a query pool of %u slots", query_count);
  }
  if (counts) {
    const mux_result_t result = activate_counters(*pool, query_counter_configs, counters);
    if (result != mux_success) {
      QueryPool::destroy(pool);
      return result;
    }
  }
  *out_query_pool = pool;
  return mux_success;
}

void destroy_query_pool(mux_queue_t queue, mux_query_pool_t query_pool, mux_allocator_info_t) {
  QueryPool &pool = QueryPool::of(query_pool);
  if (pool.queue() != queue) {
    log_line(core::LogLevel::error, "a query pool must be destroyed with its own queue");
    return;
  }
  // A forked child does not count, and the locks may be held by threads of the parent.
  if (!pool.device().in_forked_child()) {
    pool.device().active_counters().deactivate(pool.active);
  }
  QueryPool::destroy(&pool);
}

mux_result_t get_query_pool_results(mux_queue_t queue, mux_query_pool_t query_pool,
                                    uint32_t query_index, uint32_t query_count, size_t, void *data,
                                    size_t stride) {
  QueryPool &pool = QueryPool::of(query_pool);
  if (pool.queue() != queue) {
    return fail(mux_error_invalid_value, "the query pool belongs to another queue");
  }
  pool.read(query_index, query_count, data, stride);
  return mux_success;
}

mux_result_t get_supported_query_counters(mux_device_t, mux_queue_type_e, uint32_t count,
                                          mux_query_counter_t *out_counters,
                                          mux_query_counter_description_t *out_descriptions,
                                          uint32_t *out_count) {
  const Catalog &catalog = Catalog::get();
  for (uint32_t index = 0; index < std::min(count, catalog.size()); ++index) {
    const Counter &counter = catalog[index];
    if (out_counters != nullptr) {
      out_counters[index] = {counter.unit, counter.storage, counter.uuid,
                             counter.hardware_counters};
    }
    if (out_descriptions != nullptr) {
      copy_text(out_descriptions[index].name, counter.name);
      copy_text(out_descriptions[index].category, counter.category);
      copy_text(out_descriptions[index].description, counter.description);
    }
  }
  if (out_count != nullptr) {
    *out_count = catalog.size();
  }
  return mux_success;
}

mux_result_t get_query_counter_required_passes(
    mux_queue_t, uint32_t query_count, const mux_query_counter_config_t *query_counter_configs,
    uint32_t *out_pass_count) {
  CounterSet counters;
  if (!find_counters(query_counter_configs, query_count, counters)) {
    return mux_error_invalid_value;
  }
  // Each pass measures as many counters as can be active at once. A counter cannot be split, and
  // none needs more than the limit.
  const Catalog &catalog = Catalog::get();
  uint32_t passes = 1;
  uint32_t used = 0;
  for (uint32_t index = 0; index < catalog.size(); ++index) {
    const uint32_t needed = counters.contains(index) ? catalog[index].hardware_counters : 0;
    if (needed > catalog.hardware_limit() - used) {
      ++passes;
      used = 0;
    }
    used += needed;
  }
  *out_pass_count = passes;
  return mux_success;
}

}  // namespace mux::host
