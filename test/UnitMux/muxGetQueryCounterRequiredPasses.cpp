#include <catch2/catch.hpp>

#include "../run_in_threads.h"
#include "query_pools.h"
#include "query_program.h"

namespace mux::test::mux_get_query_counter_required_passes {

namespace {
constexpr EntryPoint entry_point("muxGetQueryCounterRequiredPasses");
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses.rc01: null, wrong-type and foreign queues are "
                 "mux_error_invalid_value",
                 "[muxGetQueryCounterRequiredPasses]") {
  const auto chosen = configs({"tiles"});
  uint32_t passes = 77;
  for (mux_queue_t invalid : InvalidObjects<mux_queue_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueryCounterRequiredPasses(invalid, 1, chosen.data(), &passes));
  }
  CHECK(passes == 77);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses.rc02: a count of 0 is mux_error_invalid_value",
                 "[muxGetQueryCounterRequiredPasses]") {
  const auto chosen = configs({"tiles"});
  uint32_t passes = 77;
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryCounterRequiredPasses(queue, 0, chosen.data(), &passes));
  CHECK(passes == 77);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses.rc03: no configs are mux_error_invalid_value",
                 "[muxGetQueryCounterRequiredPasses]") {
  uint32_t passes = 77;
  entry_point.fails(mux_error_invalid_value,
                    muxGetQueryCounterRequiredPasses(queue, 1, nullptr, &passes));
  CHECK(passes == 77);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses.rc04: no out parameter is "
                 "mux_error_null_out_parameter",
                 "[muxGetQueryCounterRequiredPasses]") {
  const auto chosen = configs({"tiles"});
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetQueryCounterRequiredPasses(queue, 1, chosen.data(), nullptr));
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses.supported: a device without counters is "
                 "mux_error_feature_unsupported",
                 "[muxGetQueryCounterRequiredPasses]") {
  QueueWithoutCounters without(queue);
  const auto chosen = configs({"tiles"});
  uint32_t passes = 77;
  entry_point.fails(mux_error_feature_unsupported,
                    muxGetQueryCounterRequiredPasses(without.get(), 1, chosen.data(), &passes));
  CHECK(passes == 77);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses: an unknown uuid is mux_error_invalid_value",
                 "[muxGetQueryCounterRequiredPasses]") {
  uint32_t passes = 77;
  for (const uint32_t unknown : {0U, 1U, ~0U}) {
    const mux_query_counter_config_t mixed[] = {configs({"tiles"})[0], {unknown, nullptr}};
    entry_point.fails(mux_error_invalid_value,
                      muxGetQueryCounterRequiredPasses(queue, 2, mixed, &passes));
  }
  CHECK(passes == 77);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetQueryCounterRequiredPasses: each counter alone takes one pass, all of them "
                 "as many as the hardware counters make necessary",
                 "[muxGetQueryCounterRequiredPasses]") {
  uint32_t needed = 0;
  std::vector<mux_query_counter_config_t> all;
  for (const TestCounter &each : counters) {
    const mux_query_counter_config_t config = {each.counter.uuid, nullptr};
    uint32_t passes = 0;
    CHECK(muxGetQueryCounterRequiredPasses(queue, 1, &config, &passes) == mux_success);
    CHECK(passes == 1);
    needed += each.counter.hardware_counters;
    all.push_back(config);
  }
  uint32_t passes = 0;
  CHECK(muxGetQueryCounterRequiredPasses(queue, static_cast<uint32_t>(all.size()), all.data(),
                                         &passes) == mux_success);
  const uint32_t limit = device->info->max_hardware_counters;
  CHECK(passes >= (limit == 0 ? 1 : (needed + limit - 1) / limit));
  CHECK(passes <= needed + 1);
}

TEST_CASE(
    "muxGetQueryCounterRequiredPasses: a processor with four counters takes as many passes "
    "as are needed",
    "[muxGetQueryCounterRequiredPasses]") {
  run_query_program("limits");
}

}  // namespace mux::test::mux_get_query_counter_required_passes
