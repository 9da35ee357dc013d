// Results of image entry points on a device without images: invalid arguments first, then
// mux_error_feature_unsupported. The fake target has all hooks, so only the device info rejects
// calls.

#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "fake_objects.h"

namespace mux::test::image_support {

namespace {

class ImageSupportFixture : public FakeTargetFixture {
 public:
  ImageSupportFixture() {
    info.image_support = false;
    objects.device.info = &info;
  }

  static void expect_unsupported(mux_result_t result) {
    INFO(muxGetLastErrorMessage());
    CHECK(result == mux_error_feature_unsupported);
    CHECK(last_error_has("the device does not support images"));
    muxSetLastErrorMessage("");
  }

  mux_device_info_s info = *target.info(0);
  mux_command_buffer_t cb = &objects.command_buffer;
  mux_image_t image = &objects.image;
  mux_extent_3d_t pixel = {1, 1, 1};
};

}  // namespace

TEST_CASE_METHOD(ImageSupportFixture,
                 "muxCreateImage.supported, muxBindImageMemory.supported and "
                 "muxGetSupportedImageFormats.supported: a device without images",
                 "[image_support]") {
  mux_image_t created = nullptr;
  expect_unsupported(muxCreateImage(&objects.device, mux_image_type_2d, mux_image_format_R8_unorm,
                                    4, 4, 1, 0, 0, 0, allocator, &created));
  CHECK(muxCreateImage(&objects.device, mux_image_type_2d, mux_image_format_R8_unorm, 4, 0, 1, 0, 0,
                       0, allocator, &created) == mux_error_invalid_value);
  CHECK(muxCreateImage(&objects.device, mux_image_type_2d, mux_image_format_R8_unorm, 4, 4, 1, 0, 3,
                       0, allocator, &created) == mux_error_invalid_value);
  expect_unsupported(muxBindImageMemory(&objects.device, &objects.memory, image, 0));
  uint32_t count = 0;
  expect_unsupported(muxGetSupportedImageFormats(
      &objects.device, mux_image_type_1d, mux_allocation_type_alloc_host, 0, nullptr, &count));
  CHECK(count == 0);
}

TEST_CASE_METHOD(ImageSupportFixture,
                 "muxCommandReadImage.supported and muxCommandWriteImage.supported: a device "
                 "without images",
                 "[image_support]") {
  expect_unsupported(
      muxCommandReadImage(cb, image, {}, pixel, 0, 0, host, 0, nullptr, &out_sync_point));
  expect_unsupported(
      muxCommandWriteImage(cb, image, {}, pixel, 0, 0, host, 0, nullptr, &out_sync_point));
  CHECK(muxCommandReadImage(cb, image, {}, pixel, 0, 0, nullptr, 0, nullptr, nullptr) ==
        mux_error_invalid_value);
  CHECK(out_sync_point == nullptr);
}

TEST_CASE_METHOD(ImageSupportFixture,
                 "muxCommandFillImage.supported and muxCommandCopyImage.supported: a device "
                 "without images",
                 "[image_support]") {
  expect_unsupported(
      muxCommandFillImage(cb, image, host, 16, {}, pixel, 0, nullptr, &out_sync_point));
  expect_unsupported(muxCommandCopyImage(cb, image, &objects.other_image, {}, {}, pixel, 0, nullptr,
                                         &out_sync_point));
  CHECK(out_sync_point == nullptr);
}

TEST_CASE_METHOD(ImageSupportFixture,
                 "muxCommandCopyImageToBuffer.supported and muxCommandCopyBufferToImage.supported: "
                 "a device without images",
                 "[image_support]") {
  expect_unsupported(muxCommandCopyImageToBuffer(cb, image, &objects.buffer, {}, 0, pixel, 0,
                                                 nullptr, &out_sync_point));
  expect_unsupported(muxCommandCopyBufferToImage(cb, &objects.buffer, image, 0, {}, pixel, 0,
                                                 nullptr, &out_sync_point));
  CHECK(out_sync_point == nullptr);
}

}  // namespace mux::test::image_support
