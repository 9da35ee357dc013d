// Concurrent use of memory, buffers and images.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "images.h"
#include "object_checks.h"

namespace mux::test::memory {

namespace {

constexpr uint32_t coherent = mux_memory_property_host_visible | mux_memory_property_host_coherent;

mux_result_t allocate(mux_device_t device, mux_allocator_info_t allocator, mux_memory_t *out) {
  return muxAllocateMemory(device, 4096, 1, coherent, mux_allocation_type_alloc_host, 0, allocator,
                           out);
}

mux_result_t create_buffer(mux_device_t device, mux_allocator_info_t allocator, mux_buffer_t *out) {
  return muxCreateBuffer(device, 64, allocator, out);
}

mux_result_t create_image(mux_device_t device, mux_allocator_info_t allocator, mux_image_t *out) {
  return muxCreateImage(device, mux_image_type_2d, mux_image_format_R8_unorm, 4, 4, 1, 0, 0, 0,
                        allocator, out);
}

bool all_are(std::span<const uint8_t> bytes, uint8_t value) {
  return std::all_of(bytes.begin(), bytes.end(), [=](uint8_t byte) { return byte == value; });
}

/// Creates `count` objects.
template <class Handle>
std::vector<Handle> make_many(DeviceFixture &fixture, const Create<Handle> &create) {
  std::vector<Handle> objects(size_t{thread_count} * 50);
  for (Handle &object : objects) {
    REQUIRE(create(fixture.device, fixture.allocator, &object) == mux_success);
  }
  return objects;
}

}  // namespace

TEST_CASE_METHOD(DeviceFixture, "muxAllocateMemory.vu01: eight threads allocate at once",
                 "[muxAllocateMemory][threads]") {
  check_threads<mux_memory_t>(*this, allocate, muxFreeMemory);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateMemoryFromHost.vu01: eight threads wrap memory at once",
                 "[muxCreateMemoryFromHost][threads]") {
  uint64_t bytes[8] = {};
  const auto wrap = [&](mux_device_t target, mux_allocator_info_t with, mux_memory_t *out) {
    return muxCreateMemoryFromHost(target, sizeof(bytes), bytes, with, out);
  };
  check_threads<mux_memory_t>(*this, wrap, muxFreeMemory);
}

TEST_CASE_METHOD(DeviceFixture, "muxFreeMemory.vu01: eight threads free memory at once",
                 "[muxFreeMemory][threads]") {
  const int64_t live = counter.live();
  const auto memories = make_many<mux_memory_t>(*this, allocate);
  CHECK(counter.live() > live);
  destroy_in_threads(memories,
                     [&](mux_memory_t memory) { muxFreeMemory(device, memory, allocator); });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxMapMemory.vu01, muxUnmapMemory.vu01: eight threads map memory of their own",
                 "[muxMapMemory][muxUnmapMemory][threads]") {
  std::vector<mux_memory_t> memories;
  for (unsigned i = 0; i < thread_count; ++i) {
    memories.push_back(make_memory(64));
  }
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (int i = 0; i < 100; ++i) {
      void *data = nullptr;
      failed += muxMapMemory(device, memories[thread], 0, 64, &data) != mux_success;
      failed += reinterpret_cast<uint64_t>(data) != memories[thread]->handle;
      failed += muxFlushMappedMemoryToDevice(device, memories[thread], 0, 64) != mux_success;
      failed += muxUnmapMemory(device, memories[thread]) != mux_success;
    }
    return failed;
  });
  CHECK(all_zero(failures));
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxMapMemory.vu01, muxUnmapMemory.vu01: of eight threads that map one memory at "
                 "once, one does",
                 "[muxMapMemory][muxUnmapMemory][threads]") {
  mux_memory_t memory = make_memory(64);
  for (int round = 0; round < 100; ++round) {
    const auto results = run_in_threads([&](unsigned) {
      void *data = nullptr;
      return muxMapMemory(device, memory, 0, 64, &data);
    });
    CHECK(std::count(results.begin(), results.end(), mux_success) == 1);
    CHECK(std::count(results.begin(), results.end(), mux_error_invalid_value) ==
          static_cast<int>(thread_count) - 1);
    CHECK(all_zero(run_in_threads([&](unsigned) { return muxUnmapMemory(device, memory); })));
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateBuffer.vu01: eight threads create buffers at once",
                 "[muxCreateBuffer][threads]") {
  check_threads<mux_buffer_t>(*this, create_buffer, muxDestroyBuffer);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyBuffer.vu01: eight threads destroy buffers of one memory at once",
                 "[muxDestroyBuffer][threads]") {
  mux_memory_t memory = make_memory(64);
  const int64_t live = counter.live();
  const auto buffers = make_many<mux_buffer_t>(*this, create_buffer);
  for (mux_buffer_t buffer : buffers) {
    REQUIRE(muxBindBufferMemory(device, memory, buffer, 0) == mux_success);
  }
  CHECK(counter.live() > live);
  destroy_in_threads(buffers,
                     [&](mux_buffer_t buffer) { muxDestroyBuffer(device, buffer, allocator); });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxBindBufferMemory.vu01: eight threads bind buffers of their own to the same "
                 "memories at once",
                 "[muxBindBufferMemory][threads]") {
  std::vector<TestBuffer> buffers;
  for (unsigned i = 0; i < thread_count; ++i) {
    buffers.push_back(make_buffer(64));
  }
  // The last iteration binds each buffer to its own memory again.
  const auto failures = run_in_threads([&](unsigned thread) {
    int failed = 0;
    for (unsigned i = 1; i <= 10 * thread_count; ++i) {
      failed += muxBindBufferMemory(device, buffers[(thread + i) % thread_count].memory,
                                    buffers[thread].buffer, 0) != mux_success;
    }
    return failed;
  });
  CHECK(all_zero(failures));
  for (unsigned i = 0; i < thread_count; ++i) {
    const auto byte = static_cast<uint8_t>(i + 1);
    REQUIRE(muxCommandFillBuffer(command_buffer, buffers[i].buffer, 0, 64, &byte, 1, 0, nullptr,
                                 nullptr) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  for (unsigned i = 0; i < thread_count; ++i) {
    CHECK(all_are(buffers[i].bytes, static_cast<uint8_t>(i + 1)));
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxBindBufferMemory.vu01: eight threads bind one buffer at once, and in the end "
                 "it lies as a whole where one of them put it",
                 "[muxBindBufferMemory][threads]") {
  mux_buffer_t buffer = nullptr;
  REQUIRE(create_buffer(device, allocator, &buffer) == mux_success);
  at_end([=, this] { muxDestroyBuffer(device, buffer, allocator); });
  const TestBuffer places[] = {make_buffer(256), make_buffer(256)};
  const uint8_t one = 1;
  mux_command_buffer_t fill = make_command_buffer();
  REQUIRE(muxBindBufferMemory(device, places[0].memory, buffer, 0) == mux_success);
  REQUIRE(muxCommandFillBuffer(fill, buffer, 0, 64, &one, 1, 0, nullptr, nullptr) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(fill) == mux_success);
  for (int round = 0; round < 50; ++round) {
    const auto failures = run_in_threads([&](unsigned thread) {
      int failed = 0;
      for (int i = 0; i < 200; ++i) {
        failed += muxBindBufferMemory(device, places[thread % 2].memory, buffer,
                                      thread % 2 * 128) != mux_success;
      }
      return failed;
    });
    CHECK(all_zero(failures));
    REQUIRE(dispatch_and_wait(fill) == mux_success);
    const bool in_second = places[1].bytes[128] == 1;
    const TestBuffer &place = places[in_second ? 1 : 0];
    const size_t offset = in_second ? 128 : 0;
    CHECK(all_are(place.bytes.subspan(offset, 64), 1));
    // Overlap is determined by memory and offset, which agree with the address.
    mux_buffer_t same_place = nullptr;
    REQUIRE(create_buffer(device, allocator, &same_place) == mux_success);
    REQUIRE(muxBindBufferMemory(device, place.memory, same_place, offset) == mux_success);
    CHECK(muxCommandCopyBuffer(command_buffer, buffer, 0, same_place, 0, 64, 0, nullptr, nullptr) ==
          mux_error_invalid_value);
    muxDestroyBuffer(device, same_place, allocator);
    for (const TestBuffer &each : places) {
      std::fill(each.bytes.begin(), each.bytes.end(), uint8_t{0});
    }
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateImage.vu01: eight threads create images at once",
                 "[muxCreateImage][threads]") {
  check_threads<mux_image_t>(*this, create_image, muxDestroyImage);
}

TEST_CASE_METHOD(DeviceFixture, "muxDestroyImage.vu01: eight threads destroy images at once",
                 "[muxDestroyImage][threads]") {
  const int64_t live = counter.live();
  const auto images = make_many<mux_image_t>(*this, create_image);
  CHECK(counter.live() > live);
  destroy_in_threads(images, [&](mux_image_t image) { muxDestroyImage(device, image, allocator); });
  CHECK(counter.live() == live);
  CHECK(counter.misuses() == 0);
}

TEST_CASE_METHOD(ImageFixture,
                 "muxBindImageMemory.vu01: eight threads bind images to one memory at once",
                 "[muxBindImageMemory][threads]") {
  const ImageShape shape = {mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8};
  std::vector<mux_image_t> images;
  for (unsigned i = 0; i < thread_count; ++i) {
    images.push_back(make_unbound_image(shape));
  }
  const uint64_t size = images[0]->memory_requirements.size;
  const uint64_t alignment = images[0]->memory_requirements.alignment;
  const uint64_t step = (size + alignment - 1) / alignment * alignment;
  mux_memory_t memory = make_memory(step * thread_count);
  const std::span<uint8_t> bytes = map(memory);
  const auto results = run_in_threads([&](unsigned thread) {
    mux_result_t result = mux_success;
    for (int i = 0; i < 200 && result == mux_success; ++i) {
      result = muxBindImageMemory(device, memory, images[thread], step * thread);
    }
    return result;
  });
  CHECK(all_zero(results));
  for (unsigned i = 0; i < thread_count; ++i) {
    const auto byte = static_cast<uint8_t>(i + 1);
    const std::array<uint8_t, 4> pixel = {byte, byte, byte, byte};
    REQUIRE(muxCommandFillImage(command_buffer, images[i], pixel.data(), 4, {0, 0, 0}, {16, 8, 1},
                                0, nullptr, nullptr) == mux_success);
  }
  REQUIRE(run(command_buffer) == mux_success);
  for (unsigned i = 0; i < thread_count; ++i) {
    CHECK(all_are(bytes.subspan(step * i, size), static_cast<uint8_t>(i + 1)));
  }
}

TEST_CASE_METHOD(ImageFixture,
                 "muxBindImageMemory.vu01: eight threads bind one image at once, and it lies where "
                 "one of them put it",
                 "[muxBindImageMemory][threads]") {
  const uint64_t size = unbound->memory_requirements.size;
  const uint64_t alignment = unbound->memory_requirements.alignment;
  const uint64_t step = (size + alignment - 1) / alignment * alignment;
  mux_memory_t memory = make_memory(step * thread_count);
  const std::span<uint8_t> bytes = map(memory);
  for (uint8_t round = 1; round <= 50; ++round) {
    std::fill(bytes.begin(), bytes.end(), uint8_t{0});
    const auto failures = run_in_threads([&](unsigned thread) {
      int failed = 0;
      for (int i = 0; i < 200; ++i) {
        failed += muxBindImageMemory(device, memory, unbound, step * thread) != mux_success;
      }
      return failed;
    });
    CHECK(all_zero(failures));
    const std::array<uint8_t, 4> pixel = {round, round, round, round};
    mux_command_buffer_t fill = make_command_buffer();
    REQUIRE(muxCommandFillImage(fill, unbound, pixel.data(), 4, {0, 0, 0}, {16, 8, 1}, 0, nullptr,
                                nullptr) == mux_success);
    REQUIRE(run(fill) == mux_success);
    int written = 0;
    for (unsigned i = 0; i < thread_count; ++i) {
      written += all_are(bytes.subspan(step * i, size), round) ? 1 : 0;
    }
    CHECK(written == 1);
    CHECK(std::count(bytes.begin(), bytes.end(), round) == static_cast<int64_t>(size));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.vu01: eight threads ask at once and hear the same",
                 "[muxGetSupportedImageFormats][threads]") {
  const auto different = run_in_threads([&](unsigned) {
    int wrong = 0;
    for (int i = 0; i < 100; ++i) {
      std::array<mux_image_format_e, 146> formats{};
      uint32_t count = 0;
      wrong +=
          muxGetSupportedImageFormats(device, mux_image_type_3d, mux_allocation_type_alloc_host,
                                      146, formats.data(), &count) != mux_success ||
          count != 146 || formats[0] != image_formats[0].format;
    }
    return wrong;
  });
  CHECK(all_zero(different));
}

}  // namespace mux::test::memory
