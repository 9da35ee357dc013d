#include <mux/target.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_free_memory {

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFreeMemory.vu05: with an invalid device it has no effect, and says so",
                 "[muxFreeMemory]") {
  mux_memory_t memory = make_memory(64);
  const int64_t live = counter.live();
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    muxSetLastErrorMessage("");
    muxFreeMemory(invalid, memory, allocator);
    CHECK(counter.live() == live);
    CHECK(std::string(muxGetLastErrorMessage()).find("muxFreeMemory: device ") == 0);
  }
}

TEST_CASE_METHOD(CommandBufferFixture, "muxFreeMemory.vu06, vu07: invalid arguments have no effect",
                 "[muxFreeMemory]") {
  check_destroy_arguments(*this, make_memory(64), muxFreeMemory);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxFreeMemory.vu02: through another device it has no effect", "[muxFreeMemory]") {
  mux_memory_t memory = make_memory(64);
  uint64_t bytes[8] = {};
  mux_memory_t from_host = nullptr;
  REQUIRE(muxCreateMemoryFromHost(device, sizeof(bytes), bytes, allocator, &from_host) ==
          mux_success);
  DeviceFixture other;
  const int64_t live = counter.live();
  for (mux_memory_t of_this_device : {memory, from_host}) {
    muxSetLastErrorMessage("");
    muxFreeMemory(other.device, of_this_device, allocator);
    CHECK(counter.live() == live);
    CHECK(std::string(muxGetLastErrorMessage()).find("another device") != std::string::npos);
  }
  muxFreeMemory(device, from_host, allocator);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxFreeMemory.vu03: gives back to the allocator it was created with",
                 "[muxFreeMemory]") {
  const auto allocate = [](mux_device_t target, mux_allocator_info_t own, mux_memory_t *out) {
    return muxAllocateMemory(target, 4096, 1,
                             mux_memory_property_host_visible | mux_memory_property_host_cached,
                             mux_allocation_type_alloc_host, 0, own, out);
  };
  check_own_allocator<mux_memory_t>(*this, allocate, muxFreeMemory);
  uint64_t bytes[8] = {};
  const auto wrap = [&](mux_device_t target, mux_allocator_info_t own, mux_memory_t *out) {
    return muxCreateMemoryFromHost(target, sizeof(bytes), bytes, own, out);
  };
  check_own_allocator<mux_memory_t>(*this, wrap, muxFreeMemory);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxFreeMemory.vu04: memory that is still mapped is freed with its mapping",
                 "[muxFreeMemory]") {
  // Small memory is from the allocator, large memory from the operating system.
  for (const size_t size : {size_t{4096}, size_t{4} << 20}) {
    const int64_t live = counter.live();
    mux_memory_t memory = nullptr;
    REQUIRE(muxAllocateMemory(device, size, 1,
                              mux_memory_property_host_visible | mux_memory_property_host_coherent,
                              mux_allocation_type_alloc_host, 0, allocator,
                              &memory) == mux_success);
    void *data = nullptr;
    REQUIRE(muxMapMemory(device, memory, 0, size, &data) == mux_success);
    std::memset(data, 1, size);
    muxFreeMemory(device, memory, allocator);
    CHECK(counter.live() == live);
  }
}

}  // namespace mux::test::mux_free_memory
