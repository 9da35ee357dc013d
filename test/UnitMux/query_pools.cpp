#include "query_pools.h"

#include <time.h>

#include <algorithm>
#include <catch2/catch.hpp>

namespace mux::test {

QueryFixture::QueryFixture() : counters(list_counters()) {
  duration_pool = make_duration_pool(4);
  counter_pool = make_counter_pool({"work-groups", "commands", "transferred bytes", "utilization"});
}

std::vector<TestCounter> QueryFixture::list_counters() const {
  uint32_t count = 0;
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, nullptr, nullptr,
                                       &count) == mux_success);
  std::vector<mux_query_counter_t> listed(count);
  std::vector<mux_query_counter_description_t> descriptions(count);
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, count, listed.data(),
                                       descriptions.data(), nullptr) == mux_success);
  std::vector<TestCounter> result;
  for (uint32_t i = 0; i < count; ++i) {
    result.push_back({listed[i], descriptions[i]});
  }
  return result;
}

mux_query_pool_t QueryFixture::make_duration_pool(uint32_t count) {
  mux_query_pool_t pool = nullptr;
  REQUIRE(create_pool(mux_query_type_duration, count, nullptr, &pool) == mux_success);
  at_end([=, this] { muxDestroyQueryPool(queue, pool, allocator); });
  return pool;
}

mux_query_pool_t QueryFixture::make_counter_pool(const std::vector<std::string_view> &names) {
  const auto chosen = configs(names);
  mux_query_pool_t pool = nullptr;
  REQUIRE(create_pool(mux_query_type_counter, static_cast<uint32_t>(chosen.size()), chosen.data(),
                      &pool) == mux_success);
  at_end([=, this] { muxDestroyQueryPool(queue, pool, allocator); });
  return pool;
}

const TestCounter *QueryFixture::find_counter(std::string_view name) const {
  const auto found = std::find_if(
      counters.begin(), counters.end(),
      [&](const TestCounter &candidate) { return candidate.description.name == name; });
  return found == counters.end() ? nullptr : &*found;
}

std::vector<mux_query_counter_config_t> QueryFixture::configs(
    const std::vector<std::string_view> &names) const {
  std::vector<mux_query_counter_config_t> result;
  for (const std::string_view name : names) {
    const TestCounter *found = find_counter(name);
    CAPTURE(std::string(name));
    REQUIRE(found != nullptr);
    result.push_back({found->counter.uuid, nullptr});
  }
  return result;
}

void QueryFixture::begin(mux_query_pool_t pool, uint32_t slot, uint32_t slots) {
  REQUIRE(muxCommandBeginQuery(command_buffer, pool, slot, slots, 0, nullptr, nullptr) ==
          mux_success);
}

void QueryFixture::end(mux_query_pool_t pool, uint32_t slot, uint32_t slots) {
  REQUIRE(muxCommandEndQuery(command_buffer, pool, slot, slots, 0, nullptr, nullptr) ==
          mux_success);
}

void QueryFixture::reset(mux_query_pool_t pool, uint32_t slot, uint32_t slots) {
  REQUIRE(muxCommandResetQueryPool(command_buffer, pool, slot, slots, 0, nullptr, nullptr) ==
          mux_success);
}

void QueryFixture::fill(const TestBuffer &buffer) {
  const uint8_t pattern = 0x5a;
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer.buffer, 0, buffer.bytes.size(), &pattern, 1,
                               0, nullptr, nullptr) == mux_success);
}

template <class Result>
std::vector<Result> QueryFixture::results(mux_query_pool_t pool) {
  std::vector<Result> result(pool->count);
  REQUIRE(muxGetQueryPoolResults(queue, pool, 0, pool->count, pool->count * sizeof(Result),
                                 result.data(), sizeof(Result)) == mux_success);
  return result;
}

std::vector<mux_query_duration_result_s> QueryFixture::durations(mux_query_pool_t pool) {
  REQUIRE(pool->type == mux_query_type_duration);
  return results<mux_query_duration_result_s>(pool);
}

std::vector<mux_query_counter_result_s> QueryFixture::values(mux_query_pool_t pool) {
  REQUIRE(pool->type == mux_query_type_counter);
  return results<mux_query_counter_result_s>(pool);
}

uint64_t host_time() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

}  // namespace mux::test
