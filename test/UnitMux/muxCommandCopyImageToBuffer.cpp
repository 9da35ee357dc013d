#include <catch2/catch.hpp>

#include "images.h"
#include "recording_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandCopyImageToBuffer");

class CommandCopyImageToBufferFixture : public ImageFixture {
 public:
  mux_result_t record_into(mux_command_buffer_t target, mux_image_t pixels, mux_buffer_t storage,
                           mux_offset_3d_t pixel_offset, uint64_t byte_offset,
                           mux_extent_3d_t extent) {
    return muxCommandCopyImageToBuffer(target, pixels, storage, pixel_offset, byte_offset, extent,
                                       0, nullptr, nullptr);
  }
  mux_result_t record(mux_image_t pixels, mux_buffer_t storage, mux_offset_3d_t pixel_offset,
                      uint64_t byte_offset, mux_extent_3d_t extent) {
    return record_into(command_buffer, pixels, storage, pixel_offset, byte_offset, extent);
  }
  void launch(mux_image_t pixels, mux_buffer_t storage, mux_offset_3d_t pixel_offset,
              uint64_t byte_offset, mux_extent_3d_t extent) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(record_into(commands, pixels, storage, pixel_offset, byte_offset, extent) ==
            mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  TestBuffer storage = make_buffer(16 * 8 * 4);
  mux_buffer_t buffer = storage.buffer;

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyImageToBuffer(target, image, buffer, {0, 0, 0}, 0, {16, 8, 1}, length,
                                       list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc01, rc02: null, wrong-type and foreign command buffers are "
    "mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc01, rc03, rc04: null, wrong-type and foreign "
                 "images and buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, buffer, {0, 0, 0}, 0, {1, 1, 1}));
  }
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(image, invalid, {0, 0, 0}, 0, {1, 1, 1}));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc01, rc05: a box that leaves the image is "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  mux_buffer_t large = make_buffer(4096).buffer;
  for (const BadBox &box : boxes_beyond) {
    entry_point.fails(mux_error_invalid_value, record(image, large, box.offset, 0, box.extent));
  }
  entry_point.fails(mux_error_invalid_value, record(volume, large, {0, 0, 3}, 0, {1, 1, 2}));
  CHECK(record(volume, large, {0, 0, 3}, 0, {8, 8, 1}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc01, rc06: pixels that do not fit into the buffer are "
    "mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(image, buffer, {0, 0, 0}, 1, {16, 8, 1}));
  entry_point.fails(mux_error_invalid_value, record(image, buffer, {0, 0, 0}, 512, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value, record(image, buffer, {0, 0, 0}, 509, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(image, buffer, {0, 0, 0}, ~uint64_t{0} - 3, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value, record(volume, buffer, {0, 0, 0}, 0, {8, 8, 3}));
  CHECK(record(image, buffer, {0, 0, 0}, 508, {1, 1, 1}) == mux_success);
  CHECK(record(volume, buffer, {0, 0, 0}, 0, {8, 8, 2}) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc05: random boxes are recorded if they lie in the image, and "
    "only then",
    "[muxCommandCopyImageToBuffer]") {
  mux_buffer_t large = make_buffer(4096).buffer;
  check_random_boxes(entry_point, *this, {8, 8, 4},
                     [&](const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
                       return record(volume, large, offset, 0, extent);
                     });
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.extent: an empty box is mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  for (const BadBox &box : empty_boxes) {
    entry_point.fails(mux_error_invalid_value, record(image, buffer, box.offset, 0, box.extent));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc01, rc07, rc08: a wait list and its length go together",
    "[muxCommandCopyImageToBuffer]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc09, vu01, vu07, vu08: records into command buffers",
                 "[muxCommandCopyImageToBuffer]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu02: an image of another device is mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  const OtherDevice other;
  entry_point.fails(mux_error_invalid_value, record(other.image, buffer, {0, 0, 0}, 0, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu03: an image without memory is mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(unbound, buffer, {0, 0, 0}, 0, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu05: a buffer without memory is mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  mux_buffer_t nowhere = nullptr;
  REQUIRE(muxCreateBuffer(device, 256, allocator, &nowhere) == mux_success);
  at_end([=, this] { muxDestroyBuffer(device, nowhere, allocator); });
  entry_point.fails(mux_error_invalid_value, record(image, nowhere, {0, 0, 0}, 0, {1, 1, 1}));
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu04, vu06: an image and a buffer that were bound again after the "
    "command buffer completed are used where they lie now",
    "[muxCommandCopyImageToBuffer]") {
  const TestImage pixels = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  const auto fill = [](std::span<uint8_t> bytes, uint8_t value) {
    std::fill(bytes.begin(), bytes.end(), value);
  };
  fill(pixels.bytes, 1);
  launch(pixels.image, buffer, {0, 0, 0}, 0, {16, 8, 1});
  CHECK(storage.bytes[511] == 1);
  mux_memory_t image_memory = make_memory(pixels.image->memory_requirements.size);
  mux_memory_t buffer_memory = make_memory(buffer->memory_requirements.size);
  const std::span<uint8_t> image_bytes = map(image_memory);
  const std::span<uint8_t> buffer_bytes = map(buffer_memory);
  REQUIRE(muxBindImageMemory(device, image_memory, pixels.image, 0) == mux_success);
  REQUIRE(muxBindBufferMemory(device, buffer_memory, buffer, 0) == mux_success);
  fill(image_bytes, 2);
  launch(pixels.image, buffer, {0, 0, 0}, 0, {16, 8, 1});
  CHECK(buffer_bytes[511] == 2);
  CHECK(storage.bytes[511] == 1);
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc09: random boxes of images of every format, without gaps in "
    "the buffer",
    "[muxCommandCopyImageToBuffer]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (size_t i = 0; i < 2 * image_formats.size(); ++i) {
    const ImageFormat &format = image_formats[i % image_formats.size()];
    const ImageShape shape = random_shape(random, format);
    CAPTURE(i, format.name, shape.type, shape.layers);
    const TestImage pixels = make_image(shape);
    randomize(random, pixels.bytes);
    mux_offset_3d_t offset;
    mux_extent_3d_t extent;
    random_box(random, pixels.extent(), offset, extent);
    const HostBox box = random_host_box(random, pixels, extent, false);
    const auto byte_offset = static_cast<uint64_t>(random() % 40);
    const TestBuffer bytes = make_buffer(box.bytes.size() + byte_offset + random() % 40);
    randomize(random, bytes.bytes);
    std::vector<uint8_t> image_expected = snapshot(pixels.bytes);
    std::vector<uint8_t> buffer_expected = snapshot(bytes.bytes);
    for_each_pixel(pixels, offset, extent, box.row_size, box.slice_size,
                   [&](size_t in_image, size_t in_buffer) {
                     std::memcpy(&buffer_expected[byte_offset + in_buffer],
                                 &image_expected[in_image], format.pixel_size);
                   });
    launch(pixels.image, bytes.buffer, offset, byte_offset, extent);
    CHECK(same_bytes(pixels.bytes, image_expected));
    CHECK(same_bytes(bytes.bytes, buffer_expected));
  }
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.vu04: a finalized command buffer finds an image "
                 "where it is when it is dispatched",
                 "[muxCommandCopyImageToBuffer]") {
  const TestImage pixels = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  std::fill(pixels.bytes.begin(), pixels.bytes.end(), uint8_t{3});
  REQUIRE(record(pixels.image, buffer, {0, 0, 0}, 0, {16, 8, 1}) == mux_success);
  run_after_rebinding(*this, pixels);
  CHECK(storage.bytes[511] == image_rebound_byte);
}
