#include <catch2/catch.hpp>

#include "image_command_checks.h"

namespace mux::test::mux_command_read_image {

namespace {

constexpr EntryPoint entry_point("muxCommandReadImage");

class CommandReadImageFixture : public ImageTransferFixture {
 public:
  CommandReadImageFixture() : ImageTransferFixture(entry_point, muxCommandReadImage) {}
};

}  // namespace

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc03: null, wrong-type and foreign images are "
                 "mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_images();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc04: a box that leaves the image is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_boxes_beyond();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc04: array layers are the last axis of a box",
                 "[muxCommandReadImage]") {
  check_array_layers();
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.rc04: random boxes are recorded if they lie in the image, and only "
    "then",
    "[muxCommandReadImage]") {
  check_random_boxes_of_volume();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.extent: an empty region is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_empty_boxes();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.row_size: less than a row is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_row_size();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.slice_size: less than its rows is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_slice_size();
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.size: pitches whose product exceeds 64 bits are mux_error_invalid_value",
    "[muxCommandReadImage]") {
  check_pitches();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc05: no pointer is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_pointer();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc06, rc07: a wait list and its length go together",
                 "[muxCommandReadImage]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc08, vu07, vu08: records into command buffers",
                 "[muxCommandReadImage]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.vu02: an image of another device is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_image_of_another_device();
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.vu04: an image without memory is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  check_unbound_image();
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

}  // namespace mux::test::mux_command_read_image
