#include <catch2/catch.hpp>

#include "object_checks.h"
#include "range_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxFlushMappedMemoryFromDevice");

class MappedFixture : public CommandBufferFixture {
 public:
  mux_memory_t memory = make_buffer(64).memory;
};

}  // namespace

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryFromDevice.rc01, rc02: null, wrong-type and foreign devices "
                 "are mux_error_invalid_value",
                 "[muxFlushMappedMemoryFromDevice]") {
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxFlushMappedMemoryFromDevice(invalid, memory, 0, 64));
  }
}

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryFromDevice.rc03: null, wrong-type and foreign memory is "
                 "mux_error_invalid_value",
                 "[muxFlushMappedMemoryFromDevice]") {
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      muxFlushMappedMemoryFromDevice(device, invalid, 0, 64));
  }
}

TEST_CASE_METHOD(MappedFixture,
                 "muxFlushMappedMemoryFromDevice.rc04: a range past the memory is "
                 "mux_error_invalid_value",
                 "[muxFlushMappedMemoryFromDevice]") {
  const RangeCall call = [this](uint64_t offset, uint64_t size) {
    return muxFlushMappedMemoryFromDevice(device, memory, offset, size);
  };
  check_end_past(entry_point, 64, call);
  check_end_overflows(entry_point, call);
  entry_point.fails(mux_error_invalid_value, call(0, 65));
  entry_point.fails(mux_error_invalid_value, call(65, 0));
}

TEST_CASE_METHOD(MappedFixture, "muxFlushMappedMemoryFromDevice.rc05: any range in the memory",
                 "[muxFlushMappedMemoryFromDevice]") {
  CHECK(muxFlushMappedMemoryFromDevice(device, memory, 0, 64) == mux_success);
  CHECK(muxFlushMappedMemoryFromDevice(device, memory, 63, 1) == mux_success);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxFlushMappedMemoryFromDevice.vu01: cached memory and memory from the host",
                 "[muxFlushMappedMemoryFromDevice]") {
  mux_memory_t cached = nullptr;
  REQUIRE(muxAllocateMemory(device, 64, 1,
                            mux_memory_property_host_visible | mux_memory_property_host_cached,
                            mux_allocation_type_alloc_host, 0, allocator, &cached) == mux_success);
  void *data = nullptr;
  REQUIRE(muxMapMemory(device, cached, 0, 64, &data) == mux_success);
  CHECK(muxFlushMappedMemoryFromDevice(device, cached, 0, 64) == mux_success);
  CHECK(muxUnmapMemory(device, cached) == mux_success);
  muxFreeMemory(device, cached, allocator);

  uint64_t bytes[8] = {};
  mux_memory_t from_host = nullptr;
  REQUIRE(muxCreateMemoryFromHost(device, sizeof(bytes), bytes, allocator, &from_host) ==
          mux_success);
  CHECK(muxFlushMappedMemoryFromDevice(device, from_host, 0, sizeof(bytes)) == mux_success);
  muxFreeMemory(device, from_host, allocator);
}
