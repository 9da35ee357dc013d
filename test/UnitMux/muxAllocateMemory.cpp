#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <iterator>

#include "object_checks.h"

namespace mux::test::mux_allocate_memory {

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
  const auto allocate_from = [&](uint32_t heap) {
    return muxAllocateMemory(device, 64, heap, visible | coherent, mux_allocation_type_alloc_host,
                             0, allocator, &memory);
  };
  CHECK(allocate_from(0) == mux_error_invalid_value);
  // The rule about unknown heaps has another message.
  CHECK_THAT(muxGetLastErrorMessage(), Catch::EndsWith("heap is 0"));
  for (const uint32_t heap : {3U, 6U, 0x80000001U, ~0U}) {
    entry_point.fails_because("more than one bit", mux_error_invalid_value, allocate_from(heap));
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

TEST_CASE_METHOD(
    DeviceFixture,
    "muxAllocateMemory.rc07: host memory that is to be host_visible alone is coherent, "
    "and says so",
    "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  REQUIRE(muxAllocateMemory(device, 64, 1, visible, mux_allocation_type_alloc_host, 0, allocator,
                            &memory) == mux_success);
  CHECK(memory->properties == (visible | coherent));
  void *data = nullptr;
  REQUIRE(muxMapMemory(device, memory, 0, 64, &data) == mux_success);
  CHECK(reinterpret_cast<uint64_t>(data) == memory->handle);
  CHECK(muxUnmapMemory(device, memory) == mux_success);
  muxFreeMemory(device, memory, allocator);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.heap: a heap that the device does not have is "
                 "mux_error_invalid_value",
                 "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  for (uint32_t heap = 2; heap != 0; heap *= 2) {
    CAPTURE(heap);
    for (const mux_allocation_type_e type :
         {mux_allocation_type_alloc_host, mux_allocation_type_alloc_device}) {
      entry_point.fails_because(
          "the device has heap 0x1 only", mux_error_invalid_value,
          muxAllocateMemory(device, 64, heap, visible, type, 0, allocator, &memory));
    }
  }
  CHECK(memory == nullptr);
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

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory.vu03: memory of heap 1, which all buffers and images support",
                 "[muxAllocateMemory]") {
  mux_memory_t memory = nullptr;
  REQUIRE(muxAllocateMemory(device, 4096, 1, visible, mux_allocation_type_alloc_device, 0,
                            allocator, &memory) == mux_success);
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(device, 1, allocator, &buffer) == mux_success);
  CHECK(buffer->memory_requirements.supported_heaps == 1);
  CHECK(muxBindBufferMemory(device, memory, buffer, 0) == mux_success);
  mux_image_t image = nullptr;
  REQUIRE(muxCreateImage(device, mux_image_type_1d, mux_image_format_R8_unorm, 16, 1, 1, 0, 0, 0,
                         allocator, &image) == mux_success);
  CHECK(image->memory_requirements.supported_heaps == 1);
  CHECK(muxBindImageMemory(device, memory, image, 0) == mux_success);
  muxDestroyImage(device, image, allocator);
  muxDestroyBuffer(device, buffer, allocator);
  muxFreeMemory(device, memory, allocator);
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
                 "muxAllocateMemory: large memory has readable padding, which is freed with it",
                 "[muxAllocateMemory]") {
  const auto count_mappings = [] {
    std::ifstream maps("/proc/self/maps");
    return std::count(std::istreambuf_iterator<char>(maps), std::istreambuf_iterator<char>(), '\n');
  };
  const auto mappings = count_mappings();
  constexpr size_t row = size_t{16} << 10;
  for (const size_t size : {size_t{64} << 10, (size_t{1} << 20) + 4096, (size_t{2} << 20) - 1,
                            size_t{2} << 20, (size_t{9} << 20) - 5}) {
    for (int round = 0; round < 50; ++round) {
      mux_memory_t memory = nullptr;
      REQUIRE(muxAllocateMemory(device, size, 1, visible | coherent,
                                mux_allocation_type_alloc_device, 0, allocator,
                                &memory) == mux_success);
      void *data = nullptr;
      REQUIRE(muxMapMemory(device, memory, 0, size, &data) == mux_success);
      const auto *bytes = static_cast<const volatile unsigned char *>(data);
      unsigned sum = 0;
      for (size_t distance = 1; distance <= row; distance += distance < row ? 511 : 1) {
        sum += bytes[-static_cast<ptrdiff_t>(distance)] + bytes[size + distance - 1];
      }
      CHECK(sum <= 2 * 255 * row);
      REQUIRE(muxUnmapMemory(device, memory) == mux_success);
      muxFreeMemory(device, memory, allocator);
    }
  }
  // Other code may have mapped memory meanwhile, but not a hundred times.
  CHECK(count_mappings() < mappings + 20);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxAllocateMemory: every failing allocation is mux_error_out_of_memory",
                 "[muxAllocateMemory]") {
  check_out_of_memory(entry_point, *this, create, muxFreeMemory);
}

}  // namespace mux::test::mux_allocate_memory
