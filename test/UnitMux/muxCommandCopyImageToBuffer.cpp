#include <catch2/catch.hpp>

#include "image_command_checks.h"

namespace mux::test::mux_command_copy_image_to_buffer {

namespace {

constexpr EntryPoint entry_point("muxCommandCopyImageToBuffer");

mux_result_t copy(mux_command_buffer_t target, mux_image_t image, mux_buffer_t buffer,
                  mux_offset_3d_t pixel_offset, uint64_t byte_offset, mux_extent_3d_t extent,
                  uint32_t length, const mux_sync_point_t *list, mux_sync_point_t *sync_point) {
  return muxCommandCopyImageToBuffer(target, image, buffer, pixel_offset, byte_offset, extent,
                                     length, list, sync_point);
}

class CommandCopyImageToBufferFixture : public ImageBufferCopyFixture {
 public:
  CommandCopyImageToBufferFixture()
      : ImageBufferCopyFixture(entry_point, Direction::to_buffer, copy) {}
};

}  // namespace

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc02: null, wrong-type and foreign command buffers are "
    "mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  check_command_buffer(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc03, rc04: null, wrong-type and foreign "
                 "images and buffers are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  check_image_and_buffer();
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc05: a box that leaves the image is "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  check_boxes_beyond();
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc06: pixels that do not fit into the buffer are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  check_room_in_buffer(~uint64_t{0});
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc05: random boxes are recorded if they lie in the image, and "
    "only then",
    "[muxCommandCopyImageToBuffer]") {
  check_random_boxes_of_volume();
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.extent: an empty region is mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  check_empty_boxes();
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc07, rc08: a wait list and its length go together",
                 "[muxCommandCopyImageToBuffer]") {
  check_wait_list_length(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc09, vu07, vu08: records into command buffers",
                 "[muxCommandCopyImageToBuffer]") {
  check_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu02: an image of another device is mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  check_image_of_another_device();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu03: an image without memory is mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  check_unbound_image();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu05: a buffer without memory is mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  check_unbound_buffer();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.vu04, vu06: an image and a buffer that were bound again after the "
    "command buffer completed are used where they lie now",
    "[muxCommandCopyImageToBuffer]") {
  check_binding_again();
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc09: random boxes of images of every format, without gaps in "
    "the buffer",
    "[muxCommandCopyImageToBuffer]") {
  check_random_images();
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

}  // namespace mux::test::mux_command_copy_image_to_buffer
