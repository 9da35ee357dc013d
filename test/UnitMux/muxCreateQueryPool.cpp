#include <catch2/catch.hpp>
#include <cstring>

#include "object_checks.h"
#include "query_pools.h"
#include "query_program.h"

namespace mux::test::mux_create_query_pool {

namespace {

constexpr EntryPoint entry_point("muxCreateQueryPool");

/// A value as a C program might pass it; passed on directly, because reading it in C++ is
/// undefined.
__attribute__((no_sanitize("undefined"))) mux_query_type_e query_type(int number) {
  mux_query_type_e value;
  static_assert(sizeof(value) == sizeof(number));
  std::memcpy(&value, &number, sizeof(value));
  return value;
}

/// muxCreateQueryPool() and muxDestroyQueryPool() with the signature of other objects' functions.
Create<mux_query_pool_t> create_durations(uint32_t count) {
  return [count](mux_device_t device, mux_allocator_info_t allocator, mux_query_pool_t *out) {
    mux_queue_t queue = nullptr;
    if (muxGetQueue(device, mux_queue_type_compute, 0, &queue) != mux_success) {
      return mux_result_t{mux_error_failure};
    }
    return muxCreateQueryPool(queue, mux_query_type_duration, count, nullptr, allocator, out);
  };
}

Create<mux_query_pool_t> create_counters(std::vector<mux_query_counter_config_t> configs) {
  return [configs = std::move(configs)](mux_device_t device, mux_allocator_info_t allocator,
                                        mux_query_pool_t *out) {
    mux_queue_t queue = nullptr;
    if (muxGetQueue(device, mux_queue_type_compute, 0, &queue) != mux_success) {
      return mux_result_t{mux_error_failure};
    }
    return muxCreateQueryPool(queue, mux_query_type_counter, static_cast<uint32_t>(configs.size()),
                              configs.data(), allocator, out);
  };
}

void destroy(mux_device_t device, mux_query_pool_t pool, mux_allocator_info_t allocator) {
  mux_queue_t queue = nullptr;
  if (muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success) {
    muxDestroyQueryPool(queue, pool, allocator);
  }
}

}  // namespace

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.rc01: null, wrong-type and foreign queues are "
                 "mux_error_invalid_value",
                 "[muxCreateQueryPool]") {
  mux_query_pool_t pool = nullptr;
  const auto chosen = configs({"commands"});
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxCreateQueryPool(invalid, mux_query_type_duration,
                                                                  1, nullptr, allocator, &pool));
    entry_point.fails(
        mux_error_invalid_value,
        muxCreateQueryPool(invalid, mux_query_type_counter, 1, chosen.data(), allocator, &pool));
  }
  CHECK(pool == nullptr);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.rc02: a type that is not one is mux_error_invalid_value",
                 "[muxCreateQueryPool]") {
  mux_query_pool_t pool = nullptr;
  const auto chosen = configs({"commands"});
  const int64_t live = counter.live();
  entry_point.fails(mux_error_invalid_value,
                    muxCreateQueryPool(queue, query_type(2), 1, chosen.data(), allocator, &pool));
  entry_point.fails(mux_error_invalid_value,
                    muxCreateQueryPool(queue, query_type(77), 1, nullptr, allocator, &pool));
  entry_point.fails(mux_error_invalid_value,
                    muxCreateQueryPool(queue, query_type(-1), 1, nullptr, allocator, &pool));
  CHECK(pool == nullptr);
  CHECK(counter.live() == live);
}

TEST_CASE_METHOD(QueryFixture, "muxCreateQueryPool.rc03: a count of 0 is mux_error_invalid_value",
                 "[muxCreateQueryPool]") {
  mux_query_pool_t pool = nullptr;
  const auto chosen = configs({"commands"});
  entry_point.fails(mux_error_invalid_value,
                    create_pool(mux_query_type_duration, 0, nullptr, &pool));
  entry_point.fails(mux_error_invalid_value,
                    create_pool(mux_query_type_counter, 0, chosen.data(), &pool));
  CHECK(pool == nullptr);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.rc04: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateQueryPool]") {
  const auto chosen = configs({"commands"});
  check_null_out(entry_point, *this, create_durations(1));
  check_null_out(entry_point, *this, create_counters(chosen));
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.rc05: mux_error_out_of_memory when an allocation fails",
                 "[muxCreateQueryPool]") {
  check_out_of_memory(entry_point, *this, create_durations(100), destroy);
  check_out_of_memory(entry_point, *this, create_counters(configs({"commands", "CPU time"})),
                      destroy);
  // More than there is.
  CountingAllocator failing;
  failing.fail_always();
  mux_query_pool_t pool = nullptr;
  entry_point.fails(mux_error_out_of_memory, muxCreateQueryPool(queue, mux_query_type_duration, ~0U,
                                                                nullptr, failing.info(), &pool));
  CHECK(pool == nullptr);
}

TEST_CASE(
    "muxCreateQueryPool.rc06: counters that need more hardware counters than are left are "
    "mux_error_invalid_value",
    "[muxCreateQueryPool]") {
  run_query_program("limits");
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.rc06: counters fit as long as the device has hardware "
                 "counters for all of them",
                 "[muxCreateQueryPool]") {
  uint32_t needed = 0;
  std::vector<mux_query_counter_config_t> all;
  for (const TestCounter &each : counters) {
    needed += each.counter.hardware_counters;
    all.push_back({each.counter.uuid, nullptr});
  }
  mux_query_pool_t pool = nullptr;
  const mux_result_t result =
      create_pool(mux_query_type_counter, static_cast<uint32_t>(all.size()), all.data(), &pool);
  if (needed > device->info->max_hardware_counters) {
    entry_point.fails(mux_error_invalid_value, result);
    CHECK(pool == nullptr);
  } else {
    CHECK(result == mux_success);
    muxDestroyQueryPool(queue, pool, allocator);
  }
}

TEST_CASE_METHOD(QueryFixture, "muxCreateQueryPool.rc07: a pool of either type",
                 "[muxCreateQueryPool]") {
  check_success(*this, create_durations(3), destroy);
  check_success(*this, create_counters(configs({"tiles", "tiles", "page faults"})), destroy);
  check_own_allocator(*this, create_durations(3), destroy);
  check_own_allocator(*this, create_counters(configs({"tiles"})), destroy);
  CHECK(duration_pool->type == mux_query_type_duration);
  CHECK(duration_pool->count == 4);
  CHECK(counter_pool->type == mux_query_type_counter);
  CHECK(counter_pool->count == 4);
  // Slots are zero-initialized.
  for (const auto &result : durations(duration_pool)) {
    CHECK(result.start == 0);
    CHECK(result.end == 0);
  }
  for (const auto &result : values(counter_pool)) {
    CHECK(result.uint64 == 0);
  }
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.vu02: durations are start and end on the host's clock, and "
                 "one pool of them at a time measures",
                 "[muxCreateQueryPool][scheduling]") {
  mux_query_pool_t other = make_duration_pool(2);
  const TestBuffer buffer = make_buffer(1 << 16);
  begin(duration_pool);
  const EntryPoint begin_query("muxCommandBeginQuery");
  begin_query.fails(mux_error_invalid_value,
                    muxCommandBeginQuery(command_buffer, other, 0, 1, 0, nullptr, nullptr));
  fill(buffer);
  end(duration_pool);
  // The first has ended.
  begin(other);
  fill(buffer);
  end(other);
  const uint64_t before = host_time();
  REQUIRE(run(command_buffer) == mux_success);
  const uint64_t after = host_time();
  const auto first = durations(duration_pool)[0];
  const auto second = durations(other)[0];
  CHECK(before <= first.start);
  CHECK(first.start <= first.end);
  CHECK(first.end <= second.start);
  CHECK(second.start <= second.end);
  CHECK(second.end <= after);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.vu03, vu04: each slot counts what its uuid names, in the "
                 "member that its storage names",
                 "[muxCreateQueryPool][scheduling]") {
  const TestBuffer buffer = make_buffer(3 << 20);
  const auto chosen = configs({"work-groups", "commands", "transferred bytes", "utilization"});
  mux_query_pool_t pool = nullptr;
  REQUIRE(create_pool(mux_query_type_counter, 4, chosen.data(), &pool) == mux_success);
  at_end([=, this] { muxDestroyQueryPool(queue, pool, allocator); });
  begin(pool, 0, 4);
  fill(buffer);
  fill(buffer);
  end(pool, 0, 4);
  REQUIRE(run(command_buffer) == mux_success);
  const auto results = values(pool);
  CHECK(find_counter("work-groups")->counter.storage == mux_query_counter_storage_uint64);
  CHECK(results[0].uint64 == 0);
  CHECK(find_counter("commands")->counter.storage == mux_query_counter_storage_uint32);
  CHECK(results[1].uint32 == 2);
  CHECK(find_counter("transferred bytes")->counter.storage == mux_query_counter_storage_uint64);
  CHECK(results[2].uint64 == 2 * (3 << 20));
  CHECK(find_counter("utilization")->counter.storage == mux_query_counter_storage_float32);
  CHECK(results[3].float32 > 0);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.vu04: a uuid that names no counter is "
                 "mux_error_invalid_value",
                 "[muxCreateQueryPool]") {
  const int64_t live = counter.live();
  for (const uint32_t unknown : {0U, 1U, 0x1ffU, ~0U}) {
    const mux_query_counter_config_t mixed[] = {configs({"tiles"})[0], {unknown, nullptr}};
    mux_query_pool_t pool = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      create_pool(mux_query_type_counter, 2, mixed, &pool));
    CHECK(pool == nullptr);
  }
  CHECK(counter.live() == live);
  for (const TestCounter &each : counters) {
    const mux_query_counter_config_t config = {each.counter.uuid, nullptr};
    mux_query_pool_t pool = nullptr;
    CHECK(create_pool(mux_query_type_counter, 1, &config, &pool) == mux_success);
    muxDestroyQueryPool(queue, pool, allocator);
  }
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.vu05: no counter needs data to configure it, nor minds any",
                 "[muxCreateQueryPool]") {
  auto chosen = configs({"commands", "commands"});
  int data = 1;
  chosen[1].data = &data;
  mux_query_pool_t pool = nullptr;
  REQUIRE(create_pool(mux_query_type_counter, 2, chosen.data(), &pool) == mux_success);
  begin(pool, 0, 2);
  record_mark(command_buffer);
  end(pool, 0, 2);
  CHECK(run(command_buffer) == mux_success);
  CHECK(values(pool)[0].uint32 == 1);
  CHECK(values(pool)[1].uint32 == 1);
  CHECK(data == 1);
  muxDestroyQueryPool(queue, pool, allocator);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.supported: counters of a device without them are "
                 "mux_error_feature_unsupported",
                 "[muxCreateQueryPool]") {
  QueueWithoutCounters without(queue);
  const auto chosen = configs({"tiles"});
  mux_query_pool_t pool = nullptr;
  entry_point.fails(mux_error_feature_unsupported,
                    muxCreateQueryPool(without.get(), mux_query_type_counter, 1, chosen.data(),
                                       allocator, &pool));
  CHECK(pool == nullptr);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.allocator_info: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateQueryPool]") {
  check_null_allocator(entry_point, *this, create_durations(1));
  check_null_allocator(entry_point, *this, create_counters(configs({"tiles"})));
}

TEST_CASE_METHOD(QueryFixture,
                 "muxCreateQueryPool.query_counter_configs: counters without configs are "
                 "mux_error_invalid_value, for durations they are ignored",
                 "[muxCreateQueryPool]") {
  mux_query_pool_t pool = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    create_pool(mux_query_type_counter, 1, nullptr, &pool));
  CHECK(pool == nullptr);
  const mux_query_counter_config_t unknown = {0, nullptr};
  CHECK(create_pool(mux_query_type_duration, 1, &unknown, &pool) == mux_success);
  muxDestroyQueryPool(queue, pool, allocator);
}

}  // namespace mux::test::mux_create_query_pool
