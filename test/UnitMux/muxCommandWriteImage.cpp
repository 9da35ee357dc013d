#include <catch2/catch.hpp>

#include "image_command_checks.h"

namespace mux::test::mux_command_write_image {

namespace {

constexpr EntryPoint entry_point("muxCommandWriteImage");

mux_result_t transfer(mux_command_buffer_t target, mux_image_t image, mux_offset_3d_t offset,
                      mux_extent_3d_t extent, uint64_t row_size, uint64_t slice_size, void *pointer,
                      uint32_t length, const mux_sync_point_t *list, mux_sync_point_t *sync_point) {
  return muxCommandWriteImage(target, image, offset, extent, row_size, slice_size, pointer, length,
                              list, sync_point);
}

class CommandWriteImageFixture : public ImageTransferFixture {
 public:
  CommandWriteImageFixture() : ImageTransferFixture(entry_point, transfer) {}
};

}  // namespace

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.rc03: null, wrong-type and foreign images are "
                 "mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_images();
}

TEST_CASE_METHOD(
    CommandWriteImageFixture,
    "muxCommandWriteImage.rc04: a box that leaves the image is mux_error_invalid_value",
    "[muxCommandWriteImage]") {
  check_boxes_beyond();
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.rc04: array layers are the last axis of a box",
                 "[muxCommandWriteImage]") {
  check_array_layers();
}

TEST_CASE_METHOD(
    CommandWriteImageFixture,
    "muxCommandWriteImage.rc04: random boxes are recorded if they lie in the image, and only "
    "then",
    "[muxCommandWriteImage]") {
  check_random_boxes_of_volume();
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.extent: an empty region is mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_empty_boxes();
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.row_size: less than a row is mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_row_size();
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.slice_size: less than its rows is mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_slice_size();
}

TEST_CASE_METHOD(
    CommandWriteImageFixture,
    "muxCommandWriteImage.size: pitches whose product exceeds 64 bits are mux_error_invalid_value",
    "[muxCommandWriteImage]") {
  check_pitches();
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.pointer: no pointer is mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_pointer();
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.rc05, rc06: a wait list and its length go together",
                 "[muxCommandWriteImage]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.rc07, vu06, vu07: records into command buffers",
                 "[muxCommandWriteImage]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.vu02: an image of another device is mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_image_of_another_device();
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.vu03: an image without memory is mux_error_invalid_value",
                 "[muxCommandWriteImage]") {
  check_unbound_image();
}

TEST_CASE_METHOD(
    CommandWriteImageFixture,
    "muxCommandWriteImage.vu04: an image that was bound again after the command buffer "
    "completed is written where it lies now",
    "[muxCommandWriteImage]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  pixels[511] = 1;
  launch(first.image, {0, 0, 0}, {16, 8, 1}, pixels);
  CHECK(first.bytes[511] == 1);
  mux_memory_t second = make_memory(first.image->memory_requirements.size);
  const std::span<uint8_t> bytes = map(second);
  REQUIRE(muxBindImageMemory(device, second, first.image, 0) == mux_success);
  pixels[511] = 2;
  launch(first.image, {0, 0, 0}, {16, 8, 1}, pixels);
  CHECK(first.bytes[511] == 1);
  CHECK(bytes[511] == 2);
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.vu05: the pointer is read when the command runs, each time",
                 "[muxCommandWriteImage]") {
  const TestImage target = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  REQUIRE(record(target.image, {0, 0, 0}, {16, 8, 1}, pixels) == mux_success);
  REQUIRE(muxFinalizeCommandBuffer(command_buffer) == mux_success);
  for (uint8_t value = 1; value <= 3; ++value) {
    std::fill(std::begin(pixels), std::end(pixels), value);
    REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
    CHECK(target.bytes[0] == value);
    CHECK(target.bytes[511] == value);
  }
}

TEST_CASE_METHOD(
    CommandWriteImageFixture,
    "muxCommandWriteImage.rc07: random boxes of images of every format, at random pitches",
    "[muxCommandWriteImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (size_t i = 0; i < 3 * image_formats.size(); ++i) {
    const ImageFormat &format = image_formats[i % image_formats.size()];
    const ImageShape shape = random_shape(random, format);
    CAPTURE(i, format.name, shape.type, shape.layers);
    const TestImage target = make_image(shape);
    randomize(random, target.bytes);
    std::vector<uint8_t> expected = snapshot(target.bytes);
    mux_offset_3d_t offset;
    mux_extent_3d_t extent;
    random_box(random, target.extent(), offset, extent);
    const bool gaps = i % 2 == 0;
    HostBox host = random_host_box(random, target, extent, gaps);
    const std::vector<uint8_t> before = host.bytes;
    for_each_pixel(target, offset, extent, host.row_size, host.slice_size,
                   [&](size_t in_image, size_t in_host) {
                     std::memcpy(&expected[in_image], &host.bytes[in_host], format.pixel_size);
                   });
    launch(target.image, offset, extent, host.bytes.data(), gaps ? host.row_size : 0,
           gaps ? host.slice_size : 0);
    CHECK(same_bytes(target.bytes, expected));
    CHECK(host.bytes == before);
  }
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.rc07: what is written comes back, through both commands",
                 "[muxCommandWriteImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int i = 0; i < 60; ++i) {
    const ImageFormat &format = random_format(random);
    CAPTURE(i, format.name);
    const TestImage target = make_image(random_shape(random, format));
    mux_offset_3d_t offset;
    mux_extent_3d_t extent;
    random_box(random, target.extent(), offset, extent);
    HostBox out = random_host_box(random, target, extent, false);
    std::vector<uint8_t> back(out.bytes.size());
    mux_command_buffer_t commands = make_command_buffer();
    REQUIRE(muxCommandWriteImage(commands, target.image, offset, extent, out.row_size,
                                 out.slice_size, out.bytes.data(), 0, nullptr,
                                 nullptr) == mux_success);
    REQUIRE(muxCommandReadImage(commands, target.image, offset, extent, out.row_size,
                                out.slice_size, back.data(), 0, nullptr, nullptr) == mux_success);
    REQUIRE(run(commands) == mux_success);
    CHECK(back == out.bytes);
  }
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.rc07: large images, with and without gaps between rows",
                 "[muxCommandWriteImage]") {
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const uint64_t row_size : {uint64_t{0}, uint64_t{1000} * 12 + 24}) {
    const TestImage target = make_image(
        {mux_image_type_2d, mux_image_format_R32G32B32_sfloat, 1000, 400, 1, 0, row_size});
    std::vector<uint8_t> expected = snapshot(target.bytes);
    const mux_offset_3d_t offset = {row_size == 0 ? 0U : 3U, 5, 0};
    const mux_extent_3d_t extent = {1000 - offset.x, 390, 1};
    HostBox host = random_host_box(random, target, extent, row_size != 0);
    for_each_pixel(target, offset, extent, host.row_size, host.slice_size,
                   [&](size_t in_image, size_t in_host) {
                     std::memcpy(&expected[in_image], &host.bytes[in_host], 12);
                   });
    launch(target.image, offset, extent, host.bytes.data(), host.row_size, host.slice_size);
    CHECK(same_bytes(target.bytes, expected));
  }
}

TEST_CASE_METHOD(CommandWriteImageFixture,
                 "muxCommandWriteImage.vu04: a finalized command buffer finds an image where it is "
                 "when it is dispatched",
                 "[muxCommandWriteImage]") {
  const TestImage first = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  std::fill(std::begin(pixels), std::end(pixels), uint8_t{3});
  REQUIRE(record(first.image, {0, 0, 0}, {16, 8, 1}, pixels) == mux_success);
  const std::span<uint8_t> other = run_after_rebinding(*this, first);
  CHECK(first.bytes[511] == 0);
  CHECK(other[511] == 3);
}

}  // namespace mux::test::mux_command_write_image
