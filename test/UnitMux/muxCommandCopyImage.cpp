#include <catch2/catch.hpp>

#include "recording_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandCopyImage");

class CommandCopyImageFixture : public ImageFixture {
 public:
  mux_result_t record(mux_image_t source, mux_image_t destination, mux_offset_3d_t src_offset,
                      mux_offset_3d_t dst_offset, mux_extent_3d_t extent) {
    return muxCommandCopyImage(command_buffer, source, destination, src_offset, dst_offset, extent,
                               0, nullptr, nullptr);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandCopyImage(target, &image, &volume, {0, 0, 0}, {0, 0, 0}, {8, 8, 1}, length,
                               list, sync_point);
  };
};

}  // namespace

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc01, rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value; a valid call is mux_error_feature_unsupported",
                 "[muxCommandCopyImage]") {
  check_unsupported_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc03, rc04: null, wrong-type and foreign images are "
                 "mux_error_invalid_value",
                 "[muxCommandCopyImage]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value,
                      record(invalid, &image, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
    entry_point.fails(mux_error_invalid_value,
                      record(&image, invalid, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}));
  }
}

TEST_CASE_METHOD(
    CommandCopyImageFixture,
    "muxCommandCopyImage.rc05: a box that leaves the source is mux_error_invalid_value",
    "[muxCommandCopyImage]") {
  entry_point.fails(mux_error_invalid_value,
                    record(&volume, &image, {1, 0, 0}, {0, 0, 0}, {8, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(&volume, &image, {0, 0, 4}, {0, 0, 0}, {1, 1, 1}));
}

TEST_CASE_METHOD(
    CommandCopyImageFixture,
    "muxCommandCopyImage.rc06: a box that leaves the destination is mux_error_invalid_value",
    "[muxCommandCopyImage]") {
  entry_point.fails(mux_error_invalid_value,
                    record(&image, &volume, {0, 0, 0}, {0, 0, 0}, {16, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(&image, &volume, {0, 0, 0}, {0, 8, 0}, {1, 1, 1}));
}

TEST_CASE_METHOD(CommandCopyImageFixture,
                 "muxCommandCopyImage.rc07, rc08: a wait list and its length go together",
                 "[muxCommandCopyImage]") {
  check_wait_list_length(entry_point, *this, valid);
}
