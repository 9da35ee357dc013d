/// @file
/// A fixture with query pools.

#pragma once

#include <string_view>
#include <vector>

#include "fixtures.h"

namespace mux::test {

/// A query counter and its description.
struct TestCounter {
  mux_query_counter_t counter;
  mux_query_counter_description_t description;
};

/// Query pools of four slots each: one of durations and one of counters that exist on every
/// machine.
class QueryFixture : public KernelFixture {
 public:
  QueryFixture();

  mux_query_pool_t make_duration_pool(uint32_t count);
  mux_query_pool_t make_counter_pool(const std::vector<std::string_view> &names);

  /// All counters of the device, queried anew.
  std::vector<TestCounter> list_counters() const;
  /// The counter of that name, or NULL.
  const TestCounter *find_counter(std::string_view name) const;
  /// Configs for the counters of those names, which must exist.
  std::vector<mux_query_counter_config_t> configs(const std::vector<std::string_view> &names) const;

  /// Record a command that must succeed.
  void begin(mux_query_pool_t pool, uint32_t slot = 0, uint32_t slots = 1);
  void end(mux_query_pool_t pool, uint32_t slot = 0, uint32_t slots = 1);
  void reset(mux_query_pool_t pool, uint32_t slot = 0, uint32_t slots = 1);
  void fill(const TestBuffer &buffer);

  /// All results of a pool.
  std::vector<mux_query_duration_result_s> durations(mux_query_pool_t pool);
  std::vector<mux_query_counter_result_s> values(mux_query_pool_t pool);

  mux_result_t create_pool(mux_query_type_e type, uint32_t count,
                           const mux_query_counter_config_t *configs, mux_query_pool_t *out) {
    return muxCreateQueryPool(queue, type, count, configs, allocator, out);
  }

  std::vector<TestCounter> counters;
  mux_query_pool_t duration_pool = nullptr;
  /// Work-groups, commands, transferred bytes, utilization.
  mux_query_pool_t counter_pool = nullptr;

 private:
  template <class Result>
  std::vector<Result> results(mux_query_pool_t pool);
};

/// A queue of a device like the fixture's but without counters, for checks that precede calls of
/// the device.
class QueueWithoutCounters {
 public:
  explicit QueueWithoutCounters(mux_queue_t queue) : info_(*queue->device->info) {
    info_.query_counter_support = false;
    device_ = {queue->device->id, &info_};
    queue_ = {queue->id, &device_};
  }
  QueueWithoutCounters(const QueueWithoutCounters &) = delete;
  QueueWithoutCounters &operator=(const QueueWithoutCounters &) = delete;

  mux_device_t device() { return &device_; }
  mux_queue_t get() { return &queue_; }

 private:
  mux_device_info_s info_;
  mux_device_s device_ = {};
  mux_queue_s queue_ = {};
};

/// The clock of durations, in nanoseconds.
uint64_t host_time();

}  // namespace mux::test
