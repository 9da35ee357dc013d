#include <catch2/catch.hpp>
#include <cstring>

#include "object_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxAllocateMemory");

constexpr uint32_t visible = mux_memory_property_host_visible;
constexpr uint32_t coherent = mux_memory_property_host_coherent;
constexpr uint32_t cached = mux_memory_property_host_cached;
constexpr uint32_t local = mux_memory_property_device_local;

const Create<mux_memory_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                       mux_memory_t *out_memory) {
  return muxAllocateMemory(device, 256, 1, visible | coherent, mux_allocation_type_alloc_host, 0,
                           allocator, out_memory);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture, "muxAllocateMemory.rc01: a size of 0 is mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxAllocateMemory(device, 0, 1, visible | coherent,
                                      mux_allocation_type_alloc_host, 0, allocator, &memory));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.rc02, heap: a heap that is not one bit is "
                 "mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  for (const uint32_t heap : {0U, 3U, 6U, 0x80000001U, ~0U}) {
    entry_point.fails_because(
        heap == 0 ? "heap is 0" : "more than one bit", mux_error_invalid_value,
        muxAllocateMemory(device, 64, heap, visible | coherent, mux_allocation_type_alloc_host, 0,
                          allocator, &memory));
  }
  CHECK(memory == nullptr);
}

TEST_CASE_METHOD(DeviceFixture, "muxAllocateMemory.rc03: no properties are mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  entry_point.fails_because(
      "memory_properties is 0", mux_error_invalid_value,
      muxAllocateMemory(device, 64, 1, 0, mux_allocation_type_alloc_host, 0, allocator, &memory));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.alloc_host, alloc_device: properties that the type does not "
                 "have are mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  entry_point.fails_because(
      "alloc_host needs", mux_error_invalid_value,
      muxAllocateMemory(device, 64, 1, visible, mux_allocation_type_alloc_host, 0, allocator,
                        &memory));
  entry_point.fails_because("alloc_host needs", mux_error_invalid_value,
                            muxAllocateMemory(device, 64, 1, local, mux_allocation_type_alloc_host,
                                              0, allocator, &memory));
  for (const uint32_t properties : {coherent, cached}) {
    entry_point.fails_because(
        "alloc_device needs", mux_error_invalid_value,
        muxAllocateMemory(device, 64, 1, properties, mux_allocation_type_alloc_device, 0, allocator,
                          &memory));
  }
  CHECK(memory == nullptr);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.rc04: an alignment that is not a power of two is "
                 "mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  for (const uint32_t alignment : {3U, 5U, 6U, 7U, 24U, 100U, 0xffffffffU}) {
    mux_memory_t memory = nullptr;
    entry_point.fails(mux_error_invalid_value, muxAllocateMemory(device, 64, 1, visible | coherent,
                                                                 mux_allocation_type_alloc_host,
                                                                 alignment, allocator, &memory));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.rc05: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxAllocateMemory]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.rc06: no out parameter is mux_error_null_out_parameter",
                 "[muxAllocateMemory]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.rc07: every combination of properties and type that exists",
                 "[muxAllocateMemory]") {
  const uint32_t host_properties[] = {visible | coherent, visible | cached, coherent, cached};
  const uint32_t device_properties[] = {local, visible, visible | coherent, visible | cached};
  const auto allocate = [&](uint32_t properties, mux_allocation_type_e type) {
    CAPTURE(properties, type);
    mux_memory_t memory = nullptr;
    REQUIRE(muxAllocateMemory(device, 1000, 1, properties, type, 0, allocator, &memory) ==
            mux_success);
    CHECK(memory->id == (mux_object_id_memory | target_of(device->id)));
    CHECK(memory->size == 1000);
    CHECK(memory->properties == properties);
    if ((properties & visible) != 0) {
      auto *bytes = reinterpret_cast<uint8_t *>(memory->handle);
      REQUIRE(bytes != nullptr);
      std::fill(bytes, bytes + 1000, uint8_t{1});
    }
    muxFreeMemory(device, memory, allocator);
  };
  for (const uint32_t properties : host_properties) {
    allocate(properties, mux_allocation_type_alloc_host);
  }
  for (const uint32_t properties : device_properties) {
    allocate(properties, mux_allocation_type_alloc_device);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory: properties that exclude each other are "
                 "mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  for (const uint32_t properties :
       {local | visible, local | coherent, local | cached, visible | coherent | cached}) {
    CAPTURE(properties);
    mux_memory_t memory = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      muxAllocateMemory(device, 64, 1, properties, mux_allocation_type_alloc_device,
                                        0, allocator, &memory));
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxAllocateMemory.rc07: memory is aligned as asked for",
                 "[muxAllocateMemory]") {
  for (uint32_t alignment = 1; alignment <= (1U << 21); alignment *= 2) {
    mux_memory_t memory = nullptr;
    REQUIRE(muxAllocateMemory(device, 100, 1, visible | coherent, mux_allocation_type_alloc_host,
                              alignment, allocator, &memory) == mux_success);
    CHECK(memory->handle % alignment == 0);
    muxFreeMemory(device, memory, allocator);
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxAllocateMemory.rc07: large memory can be used to its last byte",
                 "[muxAllocateMemory]") {
  for (const size_t size : {(size_t{2} << 20) - 1, size_t{2} << 20, (size_t{5} << 20) + 3}) {
    mux_memory_t memory = nullptr;
    REQUIRE(muxAllocateMemory(device, size, 1, visible | coherent, mux_allocation_type_alloc_host,
                              0, allocator, &memory) == mux_success);
    auto *bytes = reinterpret_cast<uint8_t *>(memory->handle);
    bytes[0] = 1;
    bytes[size - 1] = 2;
    CHECK(bytes[0] + bytes[size - 1] == 3);
    muxFreeMemory(device, memory, allocator);
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxAllocateMemory.vu01: thread-safe", "[muxAllocateMemory]") {
  check_threads(*this, create, muxFreeMemory);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.vu02: more than the device allocates is an error",
                 "[muxAllocateMemory]") {
  for (const uint64_t size : {device->info->allocation_size + 1, uint64_t{1} << 62, ~uint64_t{0}}) {
    mux_memory_t memory = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      muxAllocateMemory(device, size, 1, visible | coherent,
                                        mux_allocation_type_alloc_host, 0, allocator, &memory));
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxAllocateMemory.vu03: buffers support heap 1",
                 "[muxAllocateMemory]") {
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(device, 1, allocator, &buffer) == mux_success);
  CHECK((buffer->memory_requirements.supported_heaps & 1) != 0);
  muxDestroyBuffer(device, buffer, allocator);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.vu04: unknown properties are mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  for (const uint32_t properties : {1U, 1U << 5, visible | (1U << 31)}) {
    mux_memory_t memory = nullptr;
    entry_point.fails(mux_error_invalid_value,
                      muxAllocateMemory(device, 64, 1, properties, mux_allocation_type_alloc_device,
                                        0, allocator, &memory));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.vu05: unknown allocation types are mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  int unknown = 2;
  mux_allocation_type_e type{};
  static_assert(sizeof(type) == sizeof(unknown));
  std::memcpy(&type, &unknown, sizeof(type));
  entry_point.fails(mux_error_invalid_value, muxAllocateMemory(device, 64, 1, visible | coherent,
                                                               type, 0, allocator, &memory));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory: every failing allocation is mux_error_out_of_memory",
                 "[muxAllocateMemory]") {
  check_out_of_memory(entry_point, *this, create, muxFreeMemory);
}
