#include <catch2/catch.hpp>

#include "recording_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCommandReadImage");

class CommandReadImageFixture : public ImageFixture {
 public:
  mux_result_t record(mux_image_t target, mux_offset_3d_t offset, mux_extent_3d_t extent,
                      void *pointer) {
    return muxCommandReadImage(command_buffer, target, offset, extent, uint64_t{16} * 4,
                               uint64_t{16} * 8 * 4, pointer, 0, nullptr, nullptr);
  }

  Record valid = [this](mux_command_buffer_t target, uint32_t length, const mux_sync_point_t *list,
                        mux_sync_point_t *sync_point) {
    return muxCommandReadImage(target, &image, {0, 0, 0}, {16, 8, 1}, uint64_t{16} * 4,
                               uint64_t{16} * 8 * 4, pixels, length, list, sync_point);
  };

  uint8_t pixels[16 * 8 * 4] = {};
};

}  // namespace

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc01, rc02: null, wrong-type and foreign command buffers are "
                 "mux_error_invalid_value; a valid call is mux_error_feature_unsupported",
                 "[muxCommandReadImage]") {
  check_unsupported_recording(entry_point, *this, valid);
}

TEST_CASE_METHOD(
    CommandReadImageFixture,
    "muxCommandReadImage.rc03: null, wrong-type and foreign images are mux_error_invalid_value",
    "[muxCommandReadImage]") {
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, record(invalid, {0, 0, 0}, {1, 1, 1}, pixels));
  }
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc04: a box that leaves the image is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  entry_point.fails(mux_error_invalid_value, record(&image, {0, 0, 0}, {17, 8, 1}, pixels));
  entry_point.fails(mux_error_invalid_value, record(&image, {1, 0, 0}, {16, 8, 1}, pixels));
  entry_point.fails(mux_error_invalid_value, record(&image, {0, 8, 0}, {16, 1, 1}, pixels));
  entry_point.fails(mux_error_invalid_value, record(&image, {0, 0, 1}, {16, 8, 1}, pixels));
  entry_point.fails(mux_error_invalid_value, record(&volume, {0, 0, 3}, {8, 8, 2}, pixels));
  entry_point.fails(mux_error_invalid_value,
                    record(&image, {0xffffffff, 0, 0}, {~size_t{0}, 8, 1}, pixels));
  entry_point.fails(mux_error_feature_unsupported, record(&volume, {7, 7, 3}, {1, 1, 1}, pixels));
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc05: no host pointer is mux_error_invalid_value",
                 "[muxCommandReadImage]") {
  entry_point.fails(mux_error_invalid_value, record(&image, {0, 0, 0}, {1, 1, 1}, nullptr));
}

TEST_CASE_METHOD(CommandReadImageFixture,
                 "muxCommandReadImage.rc06, rc07: a wait list and its length go together",
                 "[muxCommandReadImage]") {
  check_wait_list_length(entry_point, *this, valid);
}
