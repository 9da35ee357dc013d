#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_unmap_memory {

namespace {
constexpr EntryPoint entry_point("muxUnmapMemory");
}

TEST_CASE_METHOD(CommandBufferFixture, "muxUnmapMemory.rc01: unmaps what was mapped",
                 "[muxUnmapMemory]") {
  mux_memory_t memory = make_memory(64);
  void *data = nullptr;
  REQUIRE(muxMapMemory(device, memory, 0, 64, &data) == mux_success);
  CHECK(muxUnmapMemory(device, memory) == mux_success);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxUnmapMemory: null, wrong-type and foreign objects are mux_error_invalid_value",
                 "[muxUnmapMemory]") {
  mux_memory_t memory = make_memory(64);
  void *data = nullptr;
  REQUIRE(muxMapMemory(device, memory, 0, 64, &data) == mux_success);
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxUnmapMemory(invalid, memory));
  }
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxUnmapMemory(device, invalid));
  }
  CHECK(muxUnmapMemory(device, memory) == mux_success);
}

}  // namespace mux::test::mux_unmap_memory
