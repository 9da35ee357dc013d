/// @file
/// Query pools and query counters. Part of <mux/mux.hpp>, which documents ownership, threads and
/// errors.
///
///     mux::QueryPool times(device, 1);
///     commands.begin_query(times);
///     commands.nd_range(kernel, arguments, range);
///     commands.end_query(times);
///     commands.finalize();
///     device.queue().run(commands);
///     const mux_query_duration_result_s time = times.durations().front();

#ifndef MUX_CPP_QUERY_POOL_HPP
#define MUX_CPP_QUERY_POOL_HPP

#include <mux/mux.h>
#include <mux/cpp/device.hpp>
#include <mux/cpp/error.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mux {

/// A query counter of a device.
struct QueryCounter {
  /// Id of the counter for the constructor of QueryPool.
  uint32_t uuid;
  /// Unit of the result.
  mux_query_counter_unit_e unit;
  /// Member of mux_query_counter_result_s that holds the result.
  mux_query_counter_storage_e storage;
  /// Number of hardware counters that it occupies, of mux_device_info_s::max_hardware_counters.
  uint32_t hardware_counters;
  /// Name.
  std::string name;
  /// Category.
  std::string category;
  /// Description.
  std::string description;
};

/// The counters of a device; empty if it has none.
inline std::vector<QueryCounter> query_counters(const Device &device) {
  std::vector<QueryCounter> result;
  if (!device.info().query_counter_support) {
    return result;
  }
  constexpr const char *entry_point = "muxGetSupportedQueryCounters";
  uint32_t count = 0;
  check(muxGetSupportedQueryCounters(device.get(), mux_queue_type_compute, 0, nullptr, nullptr,
                                     &count),
        entry_point);
  std::vector<mux_query_counter_t> counters(count);
  std::vector<mux_query_counter_description_t> descriptions(count);
  if (count != 0) {
    check(muxGetSupportedQueryCounters(device.get(), mux_queue_type_compute, count, counters.data(),
                                       descriptions.data(), nullptr),
          entry_point);
  }
  for (uint32_t index = 0; index < count; ++index) {
    const mux_query_counter_t &counter = counters[index];
    const mux_query_counter_description_t &description = descriptions[index];
    result.push_back({counter.uuid, counter.unit, counter.storage, counter.hardware_counters,
                      description.name, description.category, description.description});
  }
  return result;
}

/// Slots for the results of queries in command buffers.
class QueryPool {
 public:
  /// Creates a pool of durations.
  ///
  /// @param device the device; it must outlive the pool.
  /// @param slots number of slots, not 0.
  /// @param queue_index the queue of the device that it belongs to.
  QueryPool(const Device &device, uint32_t slots, uint32_t queue_index = 0)
      : QueryPool(device, mux_query_type_duration, slots, nullptr, queue_index) {}

  /// Creates a pool of counters.
  ///
  /// @param device the device; it must outlive the pool.
  /// @param uuids counter of each slot, QueryCounter::uuid; at least one.
  /// @param queue_index the queue of the device that it belongs to.
  QueryPool(const Device &device, std::span<const uint32_t> uuids, uint32_t queue_index = 0)
      : QueryPool(device, mux_query_type_counter, static_cast<uint32_t>(uuids.size()),
                  configs(uuids).data(), queue_index) {}

  QueryPool(const QueryPool &) = delete;
  QueryPool &operator=(const QueryPool &) = delete;
  /// Leaves `other` empty.
  QueryPool(QueryPool &&other) noexcept
      : queue_(other.queue_),
        allocator_(other.allocator_),
        pool_(std::exchange(other.pool_, nullptr)) {}
  /// Destroys the owned pool and leaves `other` empty.
  QueryPool &operator=(QueryPool &&other) noexcept {
    if (this != &other) {
      release();
      queue_ = other.queue_;
      allocator_ = other.allocator_;
      pool_ = std::exchange(other.pool_, nullptr);
    }
    return *this;
  }
  /// Destroys the pool. No command buffer that uses it may be running.
  ~QueryPool() { release(); }

  /// Returns the query pool of the C API, owned by this handle; NULL if moved from.
  mux_query_pool_t get() const noexcept { return pool_; }
  /// Number of slots.
  uint32_t size() const noexcept { return pool_->count; }

  /// Returns the results of all slots of a pool of durations. Zeros until a query has ended.
  std::vector<mux_query_duration_result_s> durations() const {
    return results<mux_query_duration_result_s>(mux_query_type_duration);
  }
  /// Returns the results of all slots of a pool of counters. Zeros until a query has ended.
  std::vector<mux_query_counter_result_s> counters() const {
    return results<mux_query_counter_result_s>(mux_query_type_counter);
  }

 private:
  QueryPool(const Device &device, mux_query_type_e type, uint32_t slots,
            const mux_query_counter_config_t *configs, uint32_t queue_index)
      : queue_(device.queue(queue_index).get()), allocator_(device.allocator()) {
    check(muxCreateQueryPool(queue_, type, slots, configs, allocator_, &pool_),
          "muxCreateQueryPool");
  }

  static std::vector<mux_query_counter_config_t> configs(std::span<const uint32_t> uuids) {
    std::vector<mux_query_counter_config_t> result;
    for (const uint32_t uuid : uuids) {
      result.push_back({uuid, nullptr});
    }
    return result;
  }

  template <class Result>
  std::vector<Result> results(mux_query_type_e type) const {
    if (pool_->type != type) {
      throw Error(mux_error_invalid_value, "the query pool holds results of the other type");
    }
    std::vector<Result> result(size());
    check(muxGetQueryPoolResults(queue_, pool_, 0, size(), result.size() * sizeof(Result),
                                 result.data(), sizeof(Result)),
          "muxGetQueryPoolResults");
    return result;
  }

  void release() noexcept {
    if (pool_ != nullptr) {
      muxDestroyQueryPool(queue_, pool_, allocator_);
    }
  }

  mux_queue_t queue_;
  mux_allocator_info_t allocator_;
  mux_query_pool_t pool_ = nullptr;
};

}  // namespace mux

#endif  // MUX_CPP_QUERY_POOL_HPP
