#include <catch2/catch.hpp>

#include "images.h"
#include "recording_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandReadImage");

class CommandReadImageFixture : public ImageFixture {
 public:
  mux_result_t record(mux_image_t target, mux_offset_3d_t offset, mux_extent_3d_t extent,
                      void *pointer, uint64_t row_size = 0, uint64_t slice_size = 0) {
    return muxCommandReadImage(command_buffer, target, offset, extent, row_size, slice_size,
                               pointer, 0, nullptr, nullptr);
  }

  /// Records into a command buffer of its own and runs it.
  void launch(mux_image_t target, mux_offset_3d_t offset, mux_extent_3d_t extent, void *pointer,
              uint64_t row_size = 0, uint64_t slice_size = 0) {
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandReadImage(commands, target, offset, extent, row_size, slice_size, pointer, 0,
                                nullptr, nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandReadImage(target, image, {0, 0, 0}, {16, 8, 1}, 64, 512, pixels, length, list,
                               sync_point);
  };

  uint8_t pixels[16 * 8 * 4] = {};
  std::vector<uint8_t> voxels = std::vector<uint8_t>(size_t{8} * 8 * 4 * 4);
};

}  // namespace

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc01, rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc01, rc03: null, wrong-type and foreign images are "
                 "mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, {0, 0, 0}, {1, 1, 1}, pixels));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.rc01, rc04: a box that leaves the image is mux_error_invalid_value",
    "[muxCommandReadImage]") {
  for (const BadBox &box : boxes_beyond) {
    entry_point.fails(mux_error_invalid_value, record(image, box.offset, box.extent, pixels));
  }
  entry_point.fails(mux_error_invalid_value, record(volume, {0, 0, 3}, {1, 1, 2}, pixels));
  entry_point.fails(mux_error_invalid_value, record(volume, {0, 0, 4}, {1, 1, 1}, pixels));
  CHECK(record(image, {15, 7, 0}, {1, 1, 1}, pixels) == mux_success);
  CHECK(record(volume, {7, 7, 3}, {1, 1, 1}, pixels) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc04: array layers are the last axis of a box",
                 "[muxCommandReadImage]") {
  mux_image_t rows = make_image({mux_image_type_1d, mux_image_format_R8_uint, 16, 1, 1, 3}).image;
  mux_image_t planes = make_image({mux_image_type_2d, mux_image_format_R8_uint, 16, 2, 1, 3}).image;
  CHECK(record(rows, {0, 2, 0}, {16, 1, 1}, pixels) == mux_success);
  CHECK(record(planes, {0, 0, 2}, {16, 2, 1}, pixels) == mux_success);
  entry_point.fails(mux_error_invalid_value, record(rows, {0, 3, 0}, {16, 1, 1}, pixels));
  entry_point.fails(mux_error_invalid_value, record(rows, {0, 0, 1}, {16, 1, 1}, pixels));
  entry_point.fails(mux_error_invalid_value, record(planes, {0, 2, 0}, {16, 1, 1}, pixels));
  entry_point.fails(mux_error_invalid_value, record(planes, {0, 0, 2}, {16, 2, 2}, pixels));
  expect_still_runs();
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.rc04: random boxes are recorded if they lie in the image, and only "
    "then",
    "[muxCommandReadImage]") {
  check_random_boxes(entry_point, *this, {8, 8, 4},
                     [&](const mux_offset_3d_t &offset, const mux_extent_3d_t &extent) {
                       return record(volume, offset, extent, voxels.data());
                     });
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.extent: an empty box is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  for (const BadBox &box : empty_boxes) {
    entry_point.fails(mux_error_invalid_value, record(image, box.offset, box.extent, pixels));
  }
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.row_size: less than a row is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  for (const uint64_t row_size : {1U, 4U, 31U}) {
    entry_point.fails(mux_error_invalid_value,
                      record(image, {0, 0, 0}, {8, 2, 1}, pixels, row_size));
  }
  CHECK(record(image, {0, 0, 0}, {8, 2, 1}, pixels, 32) == mux_success);
  CHECK(record(image, {0, 0, 0}, {8, 2, 1}, pixels, 33) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.slice_size: less than its rows is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  for (const uint64_t slice_size : {1U, 33U, 65U}) {
    entry_point.fails(mux_error_invalid_value,
                      record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 33, slice_size));
  }
  CHECK(record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 33, 66) == mux_success);
  CHECK(record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 33, 67) == mux_success);
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.size: pitches that 64 bits cannot multiply are "
                 "mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  constexpr uint64_t half = uint64_t{1} << 63;
  entry_point.fails(mux_error_invalid_value, record(image, {0, 0, 0}, {8, 2, 1}, pixels, half));
  entry_point.fails(mux_error_invalid_value, record(volume, {0, 0, 0}, {8, 2, 2}, pixels, 0, half));
  entry_point.fails(mux_error_invalid_value,
                    record(volume, {0, 0, 0}, {8, 2, 2}, pixels, half / 2));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc01, rc05: no pointer is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  entry_point.fails(mux_error_invalid_value, record(image, {0, 0, 0}, {1, 1, 1}, nullptr));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc01, rc06, rc07: a wait list and its length go together",
                 "[muxCommandReadImage]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc08, vu01, vu07, vu08: records into command buffers",
                 "[muxCommandReadImage]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.vu02 and vu03: an image of another device is mux_error_invalid_value",
    "[muxCommandReadImage]") {
  const OtherDevice other;
  entry_point.fails(mux_error_invalid_value, record(other.image, {0, 0, 0}, {1, 1, 1}, pixels));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.vu04: an image without memory is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  entry_point.fails(mux_error_invalid_value, record(unbound, {0, 0, 0}, {1, 1, 1}, pixels));
  expect_still_runs();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.vu05: an image that was bound again after the command buffer "
                 "completed is read where it lies now",
                 "[muxCommandReadImage]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  std::fill(first.bytes.begin(), first.bytes.end(), uint8_t{1});
  launch(first.image, {0, 0, 0}, {16, 8, 1}, pixels);
  CHECK(pixels[511] == 1);
  mux_memory_t second = make_memory(first.image->memory_requirements.size);
  const std::span<uint8_t> bytes = map(second);
  std::fill(bytes.begin(), bytes.end(), uint8_t{2});
  REQUIRE(muxBindImageMemory(device, second, first.image, 0) == mux_success);
  launch(first.image, {0, 0, 0}, {16, 8, 1}, pixels);
  CHECK(pixels[511] == 2);
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.vu06: the pointer is written when the command runs, each time",
    "[muxCommandReadImage]") {
  const TestImage source = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  REQUIRE(record(source.image, {0, 0, 0}, {16, 8, 1}, pixels) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (uint8_t value = 1; value <= 3; ++value) {
    std::fill(source.bytes.begin(), source.bytes.end(), value);
    CHECK(pixels[0] == value - 1);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(pixels[0] == value);
    CHECK(pixels[511] == value);
  }
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.rc08: random boxes of images of every format, at random pitches",
    "[muxCommandReadImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (size_t i = 0; i < 3 * image_formats.size(); ++i) {
    const ImageFormat &format = image_formats[i % image_formats.size()];
    const ImageShape shape = random_shape(random, format);
    CAPTURE(i, format.name, shape.type, shape.layers);
    const TestImage source = make_image(shape);
    randomize(random, source.bytes);
    const std::vector<uint8_t> before = snapshot(source.bytes);
    mux_offset_3d_t offset;
    mux_extent_3d_t extent;
    random_box(random, source.extent(), offset, extent);
    const bool gaps = i % 2 == 0;
    HostBox host = random_host_box(random, source, extent, gaps);
    std::vector<uint8_t> expected = host.bytes;
    for_each_pixel(source, offset, extent, host.row_size, host.slice_size,
                   [&](size_t in_image, size_t in_host) {
                     std::memcpy(&expected[in_host], &source.bytes[in_image], format.pixel_size);
                   });
    launch(source.image, offset, extent, host.bytes.data(), gaps ? host.row_size : 0,
           gaps ? host.slice_size : 0);
    CHECK(host.bytes == expected);
    CHECK(same_bytes(source.bytes, before));
  }
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc08: large images, with and without gaps between rows",
                 "[muxCommandReadImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const uint64_t row_size : {uint64_t{0}, uint64_t{1000} * 12 + 24}) {
    const TestImage source = make_image(
        {mux_image_type_2d, mux_image_format_R32G32B32_sfloat, 1000, 400, 1, 0, row_size});
    randomize(random, source.bytes);
    const mux_offset_3d_t offset = {row_size == 0 ? 0U : 3U, 5, 0};
    const mux_extent_3d_t extent = {1000 - offset.x, 390, 1};
    HostBox host = random_host_box(random, source, extent, row_size != 0);
    std::vector<uint8_t> expected = host.bytes;
    for_each_pixel(source, offset, extent, host.row_size, host.slice_size,
                   [&](size_t in_image, size_t in_host) {
                     std::memcpy(&expected[in_host], &source.bytes[in_image], 12);
                   });
    launch(source.image, offset, extent, host.bytes.data(), host.row_size, host.slice_size);
    CHECK((host.bytes == expected));
  }
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.vu05: a finalized command buffer finds an image where it is "
                 "when it is dispatched",
                 "[muxCommandReadImage]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  std::fill(first.bytes.begin(), first.bytes.end(), uint8_t{3});
  REQUIRE(record(first.image, {0, 0, 0}, {16, 8, 1}, pixels) == mux_success);
  run_after_rebinding(*this, first);
  CHECK(pixels[511] == image_rebound_byte);
}
