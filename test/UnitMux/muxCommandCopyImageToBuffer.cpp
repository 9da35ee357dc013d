#include <catch2/catch.hpp>

#include "recording_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandCopyImageToBuffer");

class CommandCopyImageToBufferFixture : public ImageFixture {
 public:
  mux_result_t record(mux_image_t source, mux_buffer_t destination, mux_offset_3d_t src_offset,
                      uint64_t dst_offset, mux_extent_3d_t extent) {
    return muxCommandCopyImageToBuffer(command_buffer, source, destination, src_offset, dst_offset,
                                       extent, 0, nullptr, nullptr);
  }

  mux_buffer_t buffer = make_buffer(16 * 8 * 4).buffer;

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyImageToBuffer(target, &image, buffer, {0, 0, 0}, 0, {16, 8, 1}, length,
                                       list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc01, rc02: null, wrong-type and foreign command buffers "
    "are mux_error_invalid_value; a valid call is mux_error_feature_unsupported",
    "[muxCommandCopyImageToBuffer]") {
  check_unsupported_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc03, rc04: null, wrong-type and foreign images and "
                 "buffers are mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, buffer, {0, 0, 0}, 0, {1, 1, 1}));
  }
  for (mux_buffer_t invalid : InvalidObjects<mux_buffer_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(&image, invalid, {0, 0, 0}, 0, {1, 1, 1}));
  }
}

TEST_CASE_METHOD(
    CommandCopyImageToBufferFixture,
    "muxCommandCopyImageToBuffer.rc05: a box that leaves the image is mux_error_invalid_value",
    "[muxCommandCopyImageToBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(&image, buffer, {9, 0, 0}, 0, {8, 1, 1}));
  entry_point.fails(mux_error_invalid_value, record(&volume, buffer, {0, 0, 4}, 0, {1, 1, 1}));
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc06: pixels that do not fit into the buffer are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImageToBuffer]") {
  entry_point.fails(mux_error_invalid_value, record(&image, buffer, {0, 0, 0}, 4, {16, 8, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(&image, buffer, {0, 0, 0}, uint64_t{16} * 8 * 4, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(&image, buffer, {0, 0, 0}, ~uint64_t{0} - 3, {1, 1, 1}));
}

TEST_CASE_METHOD(CommandCopyImageToBufferFixture,
                 "muxCommandCopyImageToBuffer.rc07, rc08: a wait list and its length go together",
                 "[muxCommandCopyImageToBuffer]") {
  check_wait_list_length(entry_point, *this, valid);
}
