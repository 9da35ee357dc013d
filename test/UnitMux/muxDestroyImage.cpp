#include <catch2/catch.hpp>

#include "images.h"
#include "object_checks.h"

namespace mux::test::mux_destroy_image {

namespace {

mux_image_t make(mux_device_t device, mux_allocator_info_t allocator) {
  mux_image_t image = nullptr;
  REQUIRE(muxCreateImage(device, mux_image_type_2d, mux_image_format_R8_unorm, 4, 4, 1, 0, 0, 0,
                         allocator, &image) == mux_success);
  return image;
}

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxDestroyImage.vu02: destroying with another device has no effect",
                 "[muxDestroyImage]") {
  mux_image_t image = make(device, allocator);
  const OtherDevice other;
  const int64_t live = counter.live();
  muxDestroyImage(other.device, image, allocator);
  CHECK(counter.live() == live);
  muxDestroyImage(device, image, allocator);
  CHECK(counter.live() < live);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxDestroyImage.vu03: an image gives back what it took from its allocator",
                 "[muxDestroyImage]") {
  CountingAllocator own;
  mux_image_t image = make(device, own.info());
  CHECK(own.live() > 0);
  muxDestroyImage(device, image, own.info());
  CHECK(own.live() == 0);
  CHECK(own.misuses() == 0);
}

TEST_CASE_METHOD(DeviceFixture, "muxDestroyImage.vu04 to vu06: invalid arguments have no effect",
                 "[muxDestroyImage]") {
  mux_image_t image = make(device, allocator);
  check_destroy_arguments(*this, image, muxDestroyImage);
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    muxDestroyImage(invalid, image, allocator);
    CHECK_THAT(muxGetLastErrorMessage(),
               Catch::Contains("device is") || Catch::Contains("device belongs to target"));
  }
  muxDestroyImage(device, image, allocator);
}

}  // namespace mux::test::mux_destroy_image
