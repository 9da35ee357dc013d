#include <catch2/catch.hpp>

#include "command_buffer_fixture.h"
#include "images.h"
#include "object_checks.h"
#include "vanishing_allocator.h"

namespace mux::test::mux_bind_image_memory {

namespace {

constexpr EntryPoint entry_point("muxBindImageMemory");

class BindImageMemoryFixture : public ImageFixture {
 public:
  /// Fills an image with one byte through a command.
  void fill(mux_image_t target, uint8_t byte) {
    const std::array<uint8_t, 4> pixel = {byte, byte, byte, byte};
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandFillImage(commands, target, pixel.data(), 4, {0, 0, 0}, {16, 8, 1}, 0,
                                nullptr, nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  const uint64_t size = image->memory_requirements.size;
  const uint64_t alignment = image->memory_requirements.alignment;
};

bool all_are(std::span<const uint8_t> bytes, uint8_t value) {
  return std::all_of(bytes.begin(), bytes.end(), [=](uint8_t byte) { return byte == value; });
}

/// Two images that are bound to different places, and a kernel that copies one to the other.
class RebindingImageFixture : public BindImageMemoryFixture {
 public:
  RebindingImageFixture() {
    for (uint8_t i = 0; i < 4; ++i) {
      memories.push_back(make_memory(size));
      bytes.push_back(map(memories.back()));
      std::fill(bytes.back().begin(), bytes.back().end(), static_cast<uint8_t>(i + 1));
    }
    move(from, 0);
    move(to, 1);
  }

  void move(mux_image_t moving, size_t place) {
    REQUIRE(muxBindImageMemory(device, memories[place], moving, 0) == mux_success);
  }

  void record_copy(mux_command_buffer_t target) {
    ImageArguments arguments;
    arguments.image(from).image(to);
    const Range range = {2, {16, 8, 1}, {4, 2, 1}, {}};
    REQUIRE(record(target, copy, arguments, range) == mux_success);
  }

  std::vector<mux_memory_t> memories;
  std::vector<std::span<uint8_t>> bytes;
  mux_image_t from = unbound;
  mux_image_t to = make_unbound_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  mux_kernel_t copy = build(R"(
    kernel void copy(read_only image2d_t from, write_only image2d_t to) {
      const int2 at = {get_global_id(0), get_global_id(1)};
      write_imagef(to, at, read_imagef(from, at));
    })",
                            "copy");
};

}  // namespace

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.rc03 to rc05: null, wrong-type and foreign objects are "
                 "mux_error_invalid_value",
                 "[muxBindImageMemory]") {
  mux_memory_t memory = make_memory(4096);
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(invalid, memory, unbound, 0));
  }
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, invalid, unbound, 0));
  }
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, memory, invalid, 0));
  }
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.rc05: an image of another device is mux_error_invalid_value",
                 "[muxBindImageMemory]") {
  const OtherDevice other;
  entry_point.fails(mux_error_invalid_value,
                    muxBindImageMemory(device, make_memory(4096), other.image, 0));
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.rc06: an image that ends past the memory is "
                 "mux_error_invalid_value, and the image stays unbound",
                 "[muxBindImageMemory]") {
  mux_memory_t memory = make_memory(size + alignment - 1);
  for (const uint64_t offset : {alignment, 64 * alignment, ~uint64_t{0} - (alignment - 1)}) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, memory, unbound, offset));
  }
  mux_memory_t small = make_memory(size - 1);
  entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, small, unbound, 0));
  const uint32_t pixel = 0;
  CHECK(muxCommandFillImage(command_buffer, unbound, &pixel, 4, {0, 0, 0}, {1, 1, 1}, 0, nullptr,
                            nullptr) == mux_error_invalid_value);
  CHECK(muxBindImageMemory(device, memory, unbound, 0) == mux_success);
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.rc07: an offset that is not aligned is "
                 "mux_error_invalid_value",
                 "[muxBindImageMemory]") {
  mux_memory_t memory = make_memory(size + 4 * alignment);
  for (const uint64_t offset : {uint64_t{1}, alignment / 2, alignment - 1, alignment + 1}) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, memory, unbound, offset));
  }
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.rc08: an image lies where it was bound, and nowhere else",
                 "[muxBindImageMemory]") {
  for (const uint64_t steps : {0U, 1U, 3U}) {
    const uint64_t offset = steps * alignment;
    mux_memory_t memory = make_memory(size + 4 * alignment);
    const std::span<uint8_t> bytes = map(memory);
    REQUIRE(muxBindImageMemory(device, memory, unbound, offset) == mux_success);
    fill(unbound, 0x5a);
    CHECK(all_are(bytes.first(offset), 0));
    CHECK(all_are(bytes.subspan(offset, size), 0x5a));
    CHECK(all_are(bytes.subspan(offset + size), 0));
  }
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.rc08: an image may lie in memory of the program",
                 "[muxBindImageMemory]") {
  alignas(128) uint8_t bytes[16 * 8 * 4] = {};
  mux_memory_t memory = nullptr;
  REQUIRE(muxCreateMemoryFromHost(device, sizeof(bytes), bytes, allocator, &memory) == mux_success);
  at_end([=, this] { muxFreeMemory(device, memory, allocator); });
  REQUIRE(muxBindImageMemory(device, memory, unbound, 0) == mux_success);
  fill(unbound, 7);
  CHECK(all_are(bytes, 7));
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.vu02: two images see the same memory, one after the other",
                 "[muxBindImageMemory]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  REQUIRE(muxBindImageMemory(device, first.memory, unbound, 0) == mux_success);
  fill(first.image, 1);
  uint8_t seen[4] = {};
  REQUIRE(muxCommandReadImage(command_buffer, unbound, {15, 7, 0}, {1, 1, 1}, 0, 0, seen, 0,
                              nullptr, nullptr) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  CHECK(all_are(seen, 1));
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.vu03: an image can be bound again and again",
                 "[muxBindImageMemory]") {
  std::vector<std::span<uint8_t>> seen;
  for (uint8_t i = 1; i <= 5; ++i) {
    mux_memory_t memory = make_memory(size);
    seen.push_back(map(memory));
    REQUIRE(muxBindImageMemory(device, memory, unbound, 0) == mux_success);
    fill(unbound, i);
  }
  for (size_t i = 0; i < seen.size(); ++i) {
    CHECK(all_are(seen[i], static_cast<uint8_t>(i + 1)));
  }
}

TEST_CASE_METHOD(RebindingImageFixture,
                 "muxBindImageMemory.vu03: a kernel finds images where they are bound at each "
                 "dispatch, and so does a clone that was made before",
                 "[muxBindImageMemory]") {
  // The read depends on the kernel only while it writes to that place.
  const TestImage fixed = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  move(fixed.image, 3);
  std::vector<uint8_t> read(size);
  record_copy(command_buffer);
  REQUIRE(muxCommandReadImage(command_buffer, fixed.image, {0, 0, 0}, {16, 8, 1}, 0, 0, read.data(),
                              0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_command_buffer_t clone = nullptr;
  REQUIRE(muxCloneCommandBuffer(device, allocator, command_buffer, &clone) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, clone, allocator); });
  uint8_t next = 10;
  for (const auto &[source, destination] : std::vector<std::pair<size_t, size_t>>{
           {0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {3, 0}, {3, 1}, {0, 3}}) {
    move(from, source);
    move(to, destination);
    for (mux_command_buffer_t target : {clone, command_buffer}) {
      std::vector<std::vector<uint8_t>> expected;
      std::fill(bytes[source].begin(), bytes[source].end(), ++next);
      for (const std::span<uint8_t> place : bytes) {
        expected.push_back(snapshot(place));
      }
      expected[destination] = expected[source];
      REQUIRE(dispatch_and_wait(target) == mux_success);
      for (size_t place = 0; place < bytes.size(); ++place) {
        CAPTURE(source, destination, place);
        CHECK(same_bytes(bytes[place], expected[place]));
      }
      CHECK((read == expected[3]));
    }
  }
}

TEST_CASE_METHOD(RebindingImageFixture,
                 "muxBindImageMemory.vu03: a dispatch in flight keeps the memory it was dispatched "
                 "with",
                 "[muxBindImageMemory]") {
  const std::array<uint8_t, 4> pixel = {9, 9, 9, 9};
  Gate gate;
  REQUIRE(gate.record(command_buffer) == mux_success);
  SECTION("a kernel") {
    record_copy(command_buffer);
    std::fill(bytes[0].begin(), bytes[0].end(), uint8_t{9});
    std::fill(bytes[2].begin(), bytes[2].end(), uint8_t{9});
  }
  SECTION("a command") {
    REQUIRE(muxCommandFillImage(command_buffer, to, pixel.data(), 4, {0, 0, 0}, {16, 8, 1}, 0,
                                nullptr, nullptr) == mux_success);
  }
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  while (gate.arrived == 0) {
    std::this_thread::yield();
  }
  move(from, 2);
  move(to, 3);
  gate.open();
  REQUIRE(muxWait(queue, fence) == mux_success);
  CHECK(all_are(bytes[1], 9));
  CHECK(all_are(bytes[3], 4));
  std::fill(bytes[1].begin(), bytes[1].end(), uint8_t{5});
  REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
  CHECK(all_are(bytes[1], 5));
  CHECK(all_are(bytes[3], 9));
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory: memory is freed after the image is destroyed",
                 "[muxBindImageMemory]") {
  mux_image_t bound = nullptr;
  REQUIRE(muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8, 1, 0, 0,
                         0, allocator, &bound) == mux_success);
  mux_memory_t memory = nullptr;
  REQUIRE(muxAllocateMemory(device, size, 1,
                            mux_memory_property_host_visible | mux_memory_property_host_cached,
                            mux_allocation_type_alloc_host, 0, allocator, &memory) == mux_success);
  REQUIRE(muxBindImageMemory(device, memory, bound, 0) == mux_success);
  fill(bound, 9);
  const int64_t live = counter.live();
  muxDestroyImage(device, bound, allocator);
  CHECK(counter.live() < live);
  void *bytes = nullptr;
  REQUIRE(muxMapMemory(device, memory, 0, size, &bytes) == mux_success);
  CHECK(all_are({static_cast<uint8_t *>(bytes), size}, 9));
  CHECK(muxUnmapMemory(device, memory) == mux_success);
  muxFreeMemory(device, memory, allocator);
}

TEST_CASE_METHOD(BindImageMemoryFixture,
                 "muxBindImageMemory.vu04, muxCreateImage.vu03: an image whose memory is gone can "
                 "still be bound to other memory, or destroyed",
                 "[muxBindImageMemory]") {
  VanishingAllocator of_memory;
  mux_memory_t other = make_memory(size);
  const std::span<uint8_t> bytes = map(other);
  mux_image_t bound = nullptr;
  REQUIRE(muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8, 1, 0, 0,
                         0, allocator, &bound) == mux_success);
  const auto bind_to_memory_that_goes = [&] {
    mux_memory_t memory = nullptr;
    REQUIRE(muxAllocateMemory(
                device, size, 1, mux_memory_property_host_visible | mux_memory_property_host_cached,
                mux_allocation_type_alloc_host, 0, of_memory.info(), &memory) == mux_success);
    REQUIRE(muxBindImageMemory(device, memory, bound, 0) == mux_success);
    muxFreeMemory(device, memory, of_memory.info());
    REQUIRE(of_memory.live() == 0);
  };
  bind_to_memory_that_goes();
  REQUIRE(muxBindImageMemory(device, other, bound, 0) == mux_success);
  fill(bound, 7);
  CHECK(all_are(bytes, 7));
  bind_to_memory_that_goes();
  const int64_t live = counter.live();
  muxDestroyImage(device, bound, allocator);
  CHECK(counter.live() < live);
}

}  // namespace mux::test::mux_bind_image_memory
