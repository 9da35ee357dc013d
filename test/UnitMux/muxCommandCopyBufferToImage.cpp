#include <catch2/catch.hpp>

#include "image_command_checks.h"

namespace mux::test::mux_command_copy_buffer_to_image {

namespace {

constexpr EntryPoint entry_point("muxCommandCopyBufferToImage");

mux_result_t copy(mux_command_buffer_t target, mux_image_t image, mux_buffer_t buffer,
                  mux_offset_3d_t pixel_offset, uint64_t byte_offset, mux_extent_3d_t extent,
                  uint32_t length, const mux_sync_point_t *list, mux_sync_point_t *sync_point) {
  return muxCommandCopyBufferToImage(target, buffer, image, static_cast<uint32_t>(byte_offset),
                                     pixel_offset, extent, length, list, sync_point);
}

class CommandCopyBufferToImageFixture : public ImageBufferCopyFixture {
 public:
  CommandCopyBufferToImageFixture()
      : ImageBufferCopyFixture(entry_point, Direction::to_image, copy) {}
};

}  // namespace

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.rc02: null, wrong-type and foreign command buffers are "
    "mux_error_invalid_value",
    "[muxCommandCopyBufferToImage]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc03, rc04: null, wrong-type and foreign "
                 "images and buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBufferToImage]") {
  check_image_and_buffer();
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc06: a box that leaves the image is "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBufferToImage]") {
  check_boxes_beyond();
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc05: pixels that do not fit into the buffer are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBufferToImage]") {
  check_room_in_buffer(~uint32_t{0});
}

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.rc06: random boxes are recorded if they lie in the image, and "
    "only then",
    "[muxCommandCopyBufferToImage]") {
  check_random_boxes_of_volume();
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.extent: an empty region is mux_error_invalid_value",
                 "[muxCommandCopyBufferToImage]") {
  check_empty_boxes();
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc07, rc08: a wait list and its length go together",
                 "[muxCommandCopyBufferToImage]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc09, vu07, vu08: records into command buffers",
                 "[muxCommandCopyBufferToImage]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.vu02: an image of another device is mux_error_invalid_value",
    "[muxCommandCopyBufferToImage]") {
  check_image_of_another_device();
}

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.vu05: an image without memory is mux_error_invalid_value",
    "[muxCommandCopyBufferToImage]") {
  check_unbound_image();
}

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.vu03: a buffer without memory is mux_error_invalid_value",
    "[muxCommandCopyBufferToImage]") {
  check_unbound_buffer();
}

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.vu06, vu04: an image and a buffer that were bound again after the "
    "command buffer completed are used where they lie now",
    "[muxCommandCopyBufferToImage]") {
  check_binding_again();
}

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.rc09: random boxes of images of every format, without gaps in "
    "the buffer",
    "[muxCommandCopyBufferToImage]") {
  check_random_images();
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.vu06: a finalized command buffer finds an image "
                 "where it is when it is dispatched",
                 "[muxCommandCopyBufferToImage]") {
  const TestImage pixels = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 16, 8});
  std::fill(storage.bytes.begin(), storage.bytes.end(), uint8_t{3});
  REQUIRE(record(pixels.image, buffer, {0, 0, 0}, 0, {16, 8, 1}) == mux_success);
  const std::span<uint8_t> other = run_after_rebinding(*this, pixels);
  CHECK(pixels.bytes[511] == 0);
  CHECK(other[511] == 3);
}

}  // namespace mux::test::mux_command_copy_buffer_to_image
