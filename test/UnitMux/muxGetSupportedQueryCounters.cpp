#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <set>
#include <string>

#include "../run_in_threads.h"
#include "query_pools.h"
#include "query_program.h"

namespace mux::test::mux_get_supported_query_counters {

namespace {

constexpr EntryPoint entry_point("muxGetSupportedQueryCounters");

/// Whether the text is null-terminated UTF-8 of at least one character.
bool is_text(const char (&text)[256]) {
  const char *const end = std::find(std::begin(text), std::end(text), '\0');
  // All of the texts are ASCII, which is UTF-8.
  return end != std::end(text) && end != text &&
         std::all_of(text, end, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc01: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxGetSupportedQueryCounters]") {
  uint32_t count = 0;
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedQueryCounters(invalid, mux_queue_type_compute, 0, nullptr, nullptr, &count));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc02: a device without counters is "
                 "mux_error_feature_unsupported",
                 "[muxGetSupportedQueryCounters]") {
  REQUIRE(device->info->query_counter_support);
  QueueWithoutCounters without(queue);
  uint32_t count = 0;
  mux_query_counter_t listed = {};
  entry_point.fails(mux_error_feature_unsupported,
                    muxGetSupportedQueryCounters(without.device(), mux_queue_type_compute, 0,
                                                 nullptr, nullptr, &count));
  entry_point.fails(mux_error_feature_unsupported,
                    muxGetSupportedQueryCounters(without.device(), mux_queue_type_compute, 1,
                                                 &listed, nullptr, &count));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc03: an unknown queue type is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedQueryCounters]") {
  uint32_t count = 0;
  entry_point.fails(
      mux_error_invalid_value,
      muxGetSupportedQueryCounters(device, mux_queue_type_total, 0, nullptr, nullptr, &count));
  CHECK(count == 0);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc04: arrays of length 0 are "
                 "mux_error_invalid_value",
                 "[muxGetSupportedQueryCounters]") {
  mux_query_counter_t counters[1] = {};
  mux_query_counter_description_t descriptions[1] = {};
  const auto list = [&](mux_query_counter_t *out, mux_query_counter_description_t *texts) {
    return muxGetSupportedQueryCounters(device, mux_queue_type_compute, 0, out, texts, nullptr);
  };
  entry_point.fails(mux_error_invalid_value, list(counters, nullptr));
  entry_point.fails(mux_error_invalid_value, list(nullptr, descriptions));
  entry_point.fails(mux_error_invalid_value, list(counters, descriptions));
  CHECK(list(nullptr, nullptr) == mux_success);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedQueryCounters.rc05: a length without arrays is "
                 "mux_error_null_out_parameter",
                 "[muxGetSupportedQueryCounters]") {
  uint32_t count = 0;
  entry_point.fails(
      mux_error_null_out_parameter,
      muxGetSupportedQueryCounters(device, mux_queue_type_compute, 1, nullptr, nullptr, &count));
  CHECK(count == 0);
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetSupportedQueryCounters.vu02, vu03, vu05: unit, storage and hardware "
                 "counters of the counters that exist everywhere",
                 "[muxGetSupportedQueryCounters]") {
  struct Row {
    const char *name;
    mux_query_counter_unit_e unit;
    mux_query_counter_storage_e storage;
  };
  const Row rows[] = {
      {"commands", mux_query_counter_unit_generic, mux_query_counter_storage_uint32},
      {"tiles", mux_query_counter_unit_generic, mux_query_counter_storage_uint64},
      {"work-groups", mux_query_counter_unit_generic, mux_query_counter_storage_uint64},
      {"work-items", mux_query_counter_unit_generic, mux_query_counter_storage_uint64},
      {"transferred bytes", mux_query_counter_unit_bytes, mux_query_counter_storage_uint64},
      {"transfer rate", mux_query_counter_unit_bytes_per_second, mux_query_counter_storage_float64},
      {"busy time", mux_query_counter_unit_nanoseconds, mux_query_counter_storage_uint64},
      {"utilization", mux_query_counter_unit_percentage, mux_query_counter_storage_float32},
      {"CPU time", mux_query_counter_unit_nanoseconds, mux_query_counter_storage_uint64},
      {"page faults", mux_query_counter_unit_generic, mux_query_counter_storage_uint64},
      {"major page faults", mux_query_counter_unit_generic, mux_query_counter_storage_uint64},
      {"voluntary context switches", mux_query_counter_unit_generic,
       mux_query_counter_storage_uint64},
      {"involuntary context switches", mux_query_counter_unit_generic,
       mux_query_counter_storage_uint64},
      {"resident memory change", mux_query_counter_unit_bytes, mux_query_counter_storage_int64},
      {"thread count change", mux_query_counter_unit_generic, mux_query_counter_storage_int32},
  };
  for (const Row &row : rows) {
    CAPTURE(row.name);
    const TestCounter *const found = find_counter(row.name);
    REQUIRE(found != nullptr);
    CHECK(found->counter.unit == row.unit);
    CHECK(found->counter.storage == row.storage);
    CHECK(found->counter.hardware_counters == 0);
  }
  for (const TestCounter &each : list_counters()) {
    CHECK(each.counter.unit <= mux_query_counter_unit_cycles);
    CHECK(each.counter.storage <= mux_query_counter_storage_float64);
    CHECK(each.counter.hardware_counters <= device->info->max_hardware_counters);
    const bool hardware = std::string(each.description.category) == "processor";
    CHECK((each.counter.hardware_counters != 0) == hardware);
  }
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetSupportedQueryCounters.vu04: each counter has a uuid of its own",
                 "[muxGetSupportedQueryCounters]") {
  std::set<uint32_t> uuids;
  for (const TestCounter &each : list_counters()) {
    CHECK(uuids.insert(each.counter.uuid).second);
  }
  // Programs may store uuids, so they never change.
  CHECK(find_counter("commands")->counter.uuid == 0x101);
  CHECK(find_counter("utilization")->counter.uuid == 0x108);
  CHECK(find_counter("CPU time")->counter.uuid == 0x201);
  CHECK(find_counter("involuntary context switches")->counter.uuid == 0x205);
}

TEST_CASE("muxGetSupportedQueryCounters: hardware counters of a processor that has four",
          "[muxGetSupportedQueryCounters]") {
  run_query_program("limits");
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetSupportedQueryCounters.vu06 to vu08: name, category and description are "
                 "terminated text",
                 "[muxGetSupportedQueryCounters]") {
  std::set<std::string> names;
  for (const TestCounter &each : list_counters()) {
    REQUIRE(is_text(each.description.name));
    REQUIRE(is_text(each.description.category));
    REQUIRE(is_text(each.description.description));
    CHECK(names.insert(each.description.name).second);
    const std::string category = each.description.category;
    CHECK((category == "commands" || category == "threads" || category == "process" ||
           category == "processor"));
  }
}

TEST_CASE_METHOD(QueryFixture,
                 "muxGetSupportedQueryCounters: a short array gets the first counters, the end of "
                 "a long one is not changed",
                 "[muxGetSupportedQueryCounters]") {
  const auto total = static_cast<uint32_t>(counters.size());
  std::vector<mux_query_counter_t> listed(total + 1);
  std::memset(static_cast<void *>(listed.data()), 0xcd, listed.size() * sizeof(listed[0]));
  const uint32_t untouched = listed[total].uuid;
  uint32_t count = 0;
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, 2, listed.data(), nullptr,
                                       &count) == mux_success);
  CHECK(count == total);
  CHECK(listed[1].uuid == counters[1].counter.uuid);
  CHECK(listed[2].uuid == untouched);
  REQUIRE(muxGetSupportedQueryCounters(device, mux_queue_type_compute, total + 1, listed.data(),
                                       nullptr, nullptr) == mux_success);
  CHECK(listed[total - 1].uuid == counters[total - 1].counter.uuid);
  CHECK(listed[total].uuid == untouched);
}

TEST_CASE("muxGetSupportedQueryCounters: other counters are available without performance events",
          "[muxGetSupportedQueryCounters]") {
  for (const char *situation : {"deadly", "denied", "off"}) {
    run_query_program(situation);
  }
}

}  // namespace mux::test::mux_get_supported_query_counters
