#include <catch2/catch.hpp>

#include "recording_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandFillImage");

class CommandFillImageFixture : public ImageFixture {
 public:
  mux_result_t record(mux_image_t target, const void *color, uint32_t color_size,
                      mux_offset_3d_t offset, mux_extent_3d_t extent) {
    return muxCommandFillImage(command_buffer, target, color, color_size, offset, extent, 0,
                               nullptr, nullptr);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandFillImage(target, &image, red, sizeof(red), {0, 0, 0}, {16, 8, 1}, length,
                               list, sync_point);
  };

  float red[4] = {1, 0, 0, 1};
};

}  // namespace

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc01, rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value; a valid call is mux_error_feature_unsupported",
                 "[muxCommandFillImage]") {
  check_unsupported_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandFillImageFixture,
    "muxCommandFillImage.rc03: null, wrong-type and foreign images are mux_error_invalid_value",
    "[muxCommandFillImage]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, red, 16, {0, 0, 0}, {1, 1, 1}));
  }
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc04: no color is mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  entry_point.fails(mux_error_invalid_value, record(&image, nullptr, 16, {0, 0, 0}, {1, 1, 1}));
}

TEST_CASE_METHOD(
    CommandFillImageFixture,
    "muxCommandFillImage.rc05: a color of 0 or more than 16 bytes is mux_error_invalid_value",
    "[muxCommandFillImage]") {
  for (const uint32_t size : {0U, 17U, ~0U}) {
    entry_point.fails(mux_error_invalid_value, record(&image, red, size, {0, 0, 0}, {1, 1, 1}));
  }
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc06: a box that leaves the image is mux_error_invalid_value",
                 "[muxCommandFillImage]") {
  entry_point.fails(mux_error_invalid_value, record(&image, red, 16, {0, 0, 0}, {17, 1, 1}));
  entry_point.fails(mux_error_invalid_value, record(&image, red, 16, {15, 7, 0}, {1, 2, 1}));
  entry_point.fails(mux_error_invalid_value, record(&volume, red, 16, {0, 0, 4}, {1, 1, 1}));
  entry_point.fails(mux_error_invalid_value,
                    record(&image, red, 16, {0, 0xffffffff, 0}, {1, ~size_t{0}, 1}));
}

TEST_CASE_METHOD(CommandFillImageFixture,
                 "muxCommandFillImage.rc07, rc08: a wait list and its length go together",
                 "[muxCommandFillImage]") {
  check_wait_list_length(entry_point, *this, valid);
}
