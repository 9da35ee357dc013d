#include <algorithm>
#include <catch2/catch.hpp>

#include "object_checks.h"
#include "range_checks.h"

namespace mux::test::mux_map_memory {

namespace {
constexpr EntryPoint entry_point("muxMapMemory");
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxMapMemory.rc01 to rc03: a range past the memory is mux_error_invalid_value",
                 "[muxMapMemory]") {
  mux_memory_t memory = make_memory(64);
  void *data = nullptr;
  const RangeCall call = [&](uint64_t offset, uint64_t size) {
    return muxMapMemory(device, memory, offset, size, &data);
  };
  check_offset_past(entry_point, 64, call);
  check_size_past(entry_point, 64, call);
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  CHECK(data == nullptr);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxMapMemory.rc04: a size of 0 is mux_error_invalid_value",
                 "[muxMapMemory]") {
  void *data = nullptr;
  entry_point.fails(mux_error_invalid_value, muxMapMemory(device, make_memory(64), 0, 0, &data));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxMapMemory.rc06: no out parameter is mux_error_null_out_parameter",
                 "[muxMapMemory]") {
  entry_point.fails(mux_error_null_out_parameter,
                    muxMapMemory(device, make_memory(64), 0, 64, nullptr));
}

TEST_CASE_METHOD(DeviceFixture, "muxMapMemory.rc07: device-local memory is mux_error_invalid_value",
                 "[muxMapMemory]") {
  mux_memory_t memory = nullptr;
  REQUIRE(muxAllocateMemory(device, 64, 1, mux_memory_property_device_local,
                            mux_allocation_type_alloc_device, 0, allocator,
                            &memory) == mux_success);
  at_end([=, this] { muxFreeMemory(device, memory, allocator); });
  void *data = nullptr;
  entry_point.fails_because("is device_local", mux_error_invalid_value,
                            muxMapMemory(device, memory, 0, 64, &data));
  CHECK(data == nullptr);
  clean_up();
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxMapMemory.vu03: memory that is not host_visible is mux_error_invalid_value",
                 "[muxMapMemory]") {
  mux_memory_t memory = nullptr;
  REQUIRE(muxAllocateMemory(device, 64, 1, mux_memory_property_host_coherent,
                            mux_allocation_type_alloc_host, 0, allocator, &memory) == mux_success);
  void *data = nullptr;
  entry_point.fails_because("not host_visible", mux_error_invalid_value,
                            muxMapMemory(device, memory, 0, 64, &data));
  CHECK(data == nullptr);
  muxFreeMemory(device, memory, allocator);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxMapMemory.vu02: memory that is mapped already is mux_error_invalid_value, and "
                 "stays mapped",
                 "[muxMapMemory]") {
  uint64_t bytes[8] = {};
  mux_memory_t from_host = nullptr;
  REQUIRE(muxCreateMemoryFromHost(device, sizeof(bytes), bytes, allocator, &from_host) ==
          mux_success);
  for (mux_memory_t memory : {make_memory(64), from_host}) {
    void *first = nullptr;
    void *second = nullptr;
    REQUIRE(muxMapMemory(device, memory, 0, 64, &first) == mux_success);
    entry_point.fails_because("mapped already", mux_error_invalid_value,
                              muxMapMemory(device, memory, 0, 64, &second));
    entry_point.fails_because("mapped already", mux_error_invalid_value,
                              muxMapMemory(device, memory, 16, 8, &second));
    CHECK(second == nullptr);
    static_cast<uint8_t *>(first)[63] = 1;
    // A call that fails for another reason maps nothing.
    CHECK(muxUnmapMemory(device, memory) == mux_success);
    entry_point.fails(mux_error_invalid_value, muxMapMemory(device, memory, 0, 65, &second));
    CHECK(muxMapMemory(device, memory, 16, 8, &second) == mux_success);
    CHECK(second == static_cast<uint8_t *>(first) + 16);
    // One unmap call ends the mapping, and another one does nothing.
    CHECK(muxUnmapMemory(device, memory) == mux_success);
    CHECK(muxUnmapMemory(device, memory) == mux_success);
    CHECK(muxMapMemory(device, memory, 0, 64, &second) == mux_success);
    CHECK(muxUnmapMemory(device, memory) == mux_success);
  }
  muxFreeMemory(device, from_host, allocator);
}

TEST_CASE_METHOD(CommandBufferFixture, "muxMapMemory.rc08: maps any part, again and again",
                 "[muxMapMemory]") {
  mux_memory_t memory = make_memory(64);
  for (uint64_t offset = 0; offset < 64; offset += 7) {
    void *data = nullptr;
    REQUIRE(muxMapMemory(device, memory, offset, 64 - offset, &data) == mux_success);
    CHECK(reinterpret_cast<uint64_t>(data) == memory->handle + offset);
    static_cast<uint8_t *>(data)[63 - offset] = static_cast<uint8_t>(offset);
    REQUIRE(muxUnmapMemory(device, memory) == mux_success);
    REQUIRE(muxMapMemory(device, memory, 63, 1, &data) == mux_success);
    CHECK(*static_cast<uint8_t *>(data) == offset);
    REQUIRE(muxUnmapMemory(device, memory) == mux_success);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxMapMemory: null, wrong-type and foreign objects are mux_error_invalid_value",
                 "[muxMapMemory]") {
  mux_memory_t memory = make_memory(64);
  void *data = nullptr;
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxMapMemory(invalid, memory, 0, 64, &data));
  }
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxMapMemory(device, invalid, 0, 64, &data));
  }
  CHECK(data == nullptr);
}

}  // namespace mux::test::mux_map_memory
