#include <array>
#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_create_memory_from_host {

namespace {

constexpr EntryPoint entry_point("muxCreateMemoryFromHost");

std::array<uint8_t, 256> host_bytes;

const Create<mux_memory_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                       mux_memory_t *out_memory) {
  return muxCreateMemoryFromHost(device, host_bytes.size(), host_bytes.data(), allocator,
                                 out_memory);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost.rc01: the host device supports host pointers",
                 "[muxCreateMemoryFromHost]") {
  CHECK((device->info->allocation_capabilities & mux_allocation_capabilities_cached_host) != 0);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost.rc02: a size of 0 is mux_error_invalid_value",
                 "[muxCreateMemoryFromHost]") {
  mux_memory_t memory = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateMemoryFromHost(device, 0, host_bytes.data(), allocator, &memory));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost.rc04: no host pointer is mux_error_invalid_value",
                 "[muxCreateMemoryFromHost]") {
  mux_memory_t memory = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateMemoryFromHost(device, 64, nullptr, allocator, &memory));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost.rc05: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateMemoryFromHost]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost.rc06: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateMemoryFromHost]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost.rc07: the memory is the host's, visible and coherent",
                 "[muxCreateMemoryFromHost]") {
  check_success(*this, create, muxFreeMemory);
  mux_memory_t memory = nullptr;
  REQUIRE(create(device, allocator, &memory) == mux_success);
  CHECK(memory->size == host_bytes.size());
  CHECK(memory->properties ==
        (mux_memory_property_host_visible | mux_memory_property_host_coherent));
  void *mapped = nullptr;
  REQUIRE(muxMapMemory(device, memory, 16, 32, &mapped) == mux_success);
  CHECK(mapped == host_bytes.data() + 16);
  CHECK(muxUnmapMemory(device, memory) == mux_success);
  muxFreeMemory(device, memory, allocator);
  // Freeing the memory object does not change the host's memory.
  host_bytes.fill(7);
  CHECK(host_bytes.back() == 7);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCreateMemoryFromHost.rc07: commands work on the host's bytes",
                 "[muxCreateMemoryFromHost]") {
  // At an odd address.
  std::vector<uint8_t> bytes(257, 0);
  mux_memory_t memory = nullptr;
  REQUIRE(muxCreateMemoryFromHost(device, 256, bytes.data() + 1, allocator, &memory) ==
          mux_success);
  at_end([=, this] { muxFreeMemory(device, memory, allocator); });
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(device, 256, allocator, &buffer) == mux_success);
  at_end([=, this] { muxDestroyBuffer(device, buffer, allocator); });
  REQUIRE(muxBindBufferMemory(device, memory, buffer, 0) == mux_success);
  const uint8_t pattern = 5;
  REQUIRE(muxCommandFillBuffer(command_buffer, buffer, 1, 254, &pattern, 1, 0, nullptr, nullptr) ==
          mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  for (size_t i = 0; i < bytes.size(); ++i) {
    CHECK(bytes[i] == (i >= 2 && i < 256 ? 5 : 0));
  }
  clean_up();
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost.vu02: more than the device allocates is "
                 "mux_error_invalid_value",
                 "[muxCreateMemoryFromHost]") {
  mux_memory_t memory = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateMemoryFromHost(device, device->info->allocation_size + 1,
                                            host_bytes.data(), allocator, &memory));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateMemoryFromHost]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateMemoryFromHost: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateMemoryFromHost]") {
  check_out_of_memory(entry_point, *this, create, muxFreeMemory);
}

}  // namespace mux::test::mux_create_memory_from_host
