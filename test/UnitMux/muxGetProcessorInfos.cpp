#include <mux/extensions.h>
#include <sched.h>

#include <cstdlib>

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "object_checks.h"

namespace mux::test::mux_get_processor_infos {

namespace {

constexpr EntryPoint entry_point("muxGetProcessorInfos");

std::vector<mux_processor_info_t> processors() {
  uint64_t count = 0;
  REQUIRE(muxGetProcessorInfos(host_device_info(), 0, nullptr, &count) == mux_success);
  std::vector<mux_processor_info_t> infos(count);
  uint64_t again = 0;
  REQUIRE(muxGetProcessorInfos(host_device_info(), count, infos.data(), &again) == mux_success);
  REQUIRE(again == count);
  return infos;
}

}  // namespace

TEST_CASE("muxGetProcessorInfos.device_info: an invalid info is mux_error_invalid_value",
          "[muxGetProcessorInfos]") {
  uint64_t count = 77;
  mux_device_info_s wrong = *host_device_info();
  wrong.id = 0;
  for (mux_device_info_t invalid : {mux_device_info_t{nullptr}, &wrong}) {
    entry_point.fails(mux_error_invalid_value, muxGetProcessorInfos(invalid, 0, nullptr, &count));
  }
  CHECK(count == 77);
}

TEST_CASE("muxGetProcessorInfos.infos_length: the list and its length must be consistent",
          "[muxGetProcessorInfos]") {
  uint64_t count = 77;
  mux_processor_info_t info = {};
  entry_point.fails(mux_error_invalid_value,
                    muxGetProcessorInfos(host_device_info(), 0, &info, &count));
  entry_point.fails(mux_error_invalid_value,
                    muxGetProcessorInfos(host_device_info(), 1, nullptr, &count));
  CHECK(count == 77);
}

TEST_CASE("muxGetProcessorInfos.out_infos_length: no output is mux_error_null_out_parameter",
          "[muxGetProcessorInfos]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxGetProcessorInfos(host_device_info(), 0, nullptr, nullptr));
  mux_processor_info_t info = {};
  CHECK(muxGetProcessorInfos(host_device_info(), 1, &info, nullptr) == mux_success);
}

TEST_CASE("muxGetProcessorInfos: the processors that the process may use",
          "[muxGetProcessorInfos]") {
  cpu_set_t expected;
  REQUIRE(sched_getaffinity(0, sizeof expected, &expected) == 0);
  std::set<uint32_t> numbers;
  for (const mux_processor_info_t &info : processors()) {
    CHECK(CPU_ISSET(info.number, &expected));
    CHECK(numbers.insert(info.number).second);
  }
  CHECK(numbers.size() == static_cast<size_t>(CPU_COUNT(&expected)));
}

TEST_CASE("muxGetProcessorInfos: fills a short array", "[muxGetProcessorInfos]") {
  const std::vector<mux_processor_info_t> all = processors();
  std::vector<mux_processor_info_t> some(all.size() + 2);
  some[all.size() - 1].number = UINT32_MAX;
  uint64_t count = 0;
  if (all.size() > 1) {
    REQUIRE(muxGetProcessorInfos(host_device_info(), all.size() - 1, some.data(), &count) ==
            mux_success);
    CHECK(count == all.size());
    CHECK(some[all.size() - 1].number == UINT32_MAX);
  }
  REQUIRE(muxGetProcessorInfos(host_device_info(), some.size(), some.data(), &count) ==
          mux_success);
  CHECK(count == all.size());
  CHECK(some[count - 1].number == all.back().number);
}

TEST_CASE("muxGetProcessorInfos: processors that share a cache share the larger caches",
          "[muxGetProcessorInfos]") {
  const std::vector<mux_processor_info_t> all = processors();
  for (const mux_processor_info_t &one : all) {
    for (const mux_processor_info_t &other : all) {
      for (size_t level = 0; level + 1 < std::size(one.caches); ++level) {
        if (one.caches[level] != MUX_NO_PROCESSOR_DOMAIN &&
            one.caches[level] == other.caches[level]) {
          CHECK(one.caches[level + 1] == other.caches[level + 1]);
        }
      }
    }
  }
}

TEST_CASE("muxGetProcessorInfos: a machine with all domains", "[synthetic]") {
  if (std::getenv("HWLOC_SYNTHETIC") == nullptr) {
    return;
  }
  // HWLOC_SYNTHETIC is "numa:2 l3:2 l2:2 pu:2".
  const std::vector<mux_processor_info_t> all = processors();
  REQUIRE(all.size() == 16);
  for (uint32_t index = 0; index < 16; ++index) {
    CAPTURE(index);
    const mux_processor_info_t &info = all[index];
    CHECK(info.number == index);
    CHECK(info.numa_node == index / 8);
    CHECK(info.caches[3] == MUX_NO_PROCESSOR_DOMAIN);
    CHECK(info.caches[2] == index / 4);
    CHECK(info.caches[1] == index / 2);
    CHECK(info.caches[0] == MUX_NO_PROCESSOR_DOMAIN);
  }
}

}  // namespace mux::test::mux_get_processor_infos
