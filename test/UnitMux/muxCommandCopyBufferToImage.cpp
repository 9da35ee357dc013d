#include <catch2/catch.hpp>

#include "recording_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandCopyBufferToImage");

class CommandCopyBufferToImageFixture : public ImageFixture {
 public:
  mux_result_t record(mux_buffer_t source, mux_image_t destination, uint32_t src_offset,
                      mux_offset_3d_t dst_offset, mux_extent_3d_t extent) {
    return muxCommandCopyBufferToImage(command_buffer, source, destination, src_offset, dst_offset,
                                       extent, 0, nullptr, nullptr);
  }

  mux_buffer_t buffer = make_buffer(16 * 8 * 4).buffer;

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyBufferToImage(target, buffer, &image, 0, {0, 0, 0}, {16, 8, 1}, length,
                                       list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.rc01, rc02: null, wrong-type and foreign command buffers "
    "are mux_error_invalid_value; a valid call is mux_error_feature_unsupported",
    "[muxCommandCopyBufferToImage]") {
  check_unsupported_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc03, rc04: null, wrong-type and foreign buffers and "
                 "images are mux_error_invalid_value",
                 "[muxCommandCopyBufferToImage]") {
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, &image, 0, {0, 0, 0}, {1, 1, 1}));
  }
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(buffer, invalid, 0, {0, 0, 0}, {1, 1, 1}));
  }
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc05: pixels past the end of the buffer are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyBufferToImage]") {
  entry_point.fails(mux_error_invalid_value, record(buffer, &image, 4, {0, 0, 0}, {16, 8, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(buffer, &image, 16 * 8 * 4, {0, 0, 0}, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(buffer, &image, 0xffffffff, {0, 0, 0}, {1, 1, 1}));
}

TEST_CASE_METHOD(
    CommandCopyBufferToImageFixture,
    "muxCommandCopyBufferToImage.rc06: a box that leaves the image is mux_error_invalid_value",
    "[muxCommandCopyBufferToImage]") {
  entry_point.fails(mux_error_invalid_value, record(buffer, &image, 0, {9, 0, 0}, {8, 1, 1}));
  entry_point.fails(mux_error_invalid_value, record(buffer, &volume, 0, {0, 0, 4}, {1, 1, 1}));
}

TEST_CASE_METHOD(CommandCopyBufferToImageFixture,
                 "muxCommandCopyBufferToImage.rc07, rc08: a wait list and its length go together",
                 "[muxCommandCopyBufferToImage]") {
  check_wait_list_length(entry_point, *this, valid);
}
