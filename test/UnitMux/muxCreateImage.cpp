#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCreateImage");

class CreateImageFixture : public DeviceFixture {
 public:
  mux_result_t create(mux_image_type_e type, uint32_t width, uint32_t height, uint32_t depth,
                      uint32_t array_layers = 0) {
    mux_image_t image = nullptr;
    return muxCreateImage(device, type, mux_image_format_R8G8B8A8_unorm, width, height, depth,
                          array_layers, 0, 0, allocator, &image);
  }

  /// What a size past the limits of the device gets; a device without images has no limits to pass.
  mux_result_t past_limits =
      device->info->image_support ? mux_error_invalid_value : mux_error_feature_unsupported;
  uint32_t max_1d = device->info->max_image_dimension_1d;
  uint32_t max_2d = device->info->max_image_dimension_2d;
  uint32_t max_3d = device->info->max_image_dimension_3d;
};

const Create<mux_image_t> create_valid = [](mux_device_t device, mux_allocator_info_t allocator,
                                            mux_image_t *out_image) {
  return muxCreateImage(device, mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 1, 1, 1, 0, 0,
                        0, allocator, out_image);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateImage.rc01: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  check_device(entry_point, *this, create_valid);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc04 to rc06: sizes that a 1D image cannot have are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_1d, 0, 1, 1));
  entry_point.fails(past_limits, create(mux_image_type_1d, max_1d + 1, 1, 1));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_1d, 1, 0, 1));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_1d, 1, 2, 1));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_1d, 1, 1, 0));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_1d, 1, 1, 2));
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc08 to rc10: sizes that a 2D image cannot have are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_2d, 0, 1, 1));
  entry_point.fails(past_limits, create(mux_image_type_2d, max_2d + 1, 1, 1));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_2d, 1, 0, 1));
  entry_point.fails(past_limits, create(mux_image_type_2d, 1, max_2d + 1, 1));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_2d, 1, 1, 0));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_2d, 1, 1, 2));
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc12 to rc14: sizes that a 3D image cannot have are "
                 "mux_error_invalid_value",
                 "[muxCreateImage]") {
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_3d, 0, 1, 1));
  entry_point.fails(past_limits, create(mux_image_type_3d, max_3d + 1, 1, 1));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_3d, 1, 0, 1));
  entry_point.fails(past_limits, create(mux_image_type_3d, 1, max_3d + 1, 1));
  entry_point.fails(mux_error_invalid_value, create(mux_image_type_3d, 1, 1, 0));
  entry_point.fails(past_limits, create(mux_image_type_3d, 1, 1, max_3d + 1));
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.rc15: too many array layers are mux_error_invalid_value",
                 "[muxCreateImage]") {
  entry_point.fails(past_limits,
                    create(mux_image_type_2d, 1, 1, 1, device->info->max_image_array_layers + 1));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateImage.rc16: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateImage]") {
  check_null_out(entry_point, *this, create_valid);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateImage.rc18: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateImage]") {
  check_null_allocator(entry_point, *this, create_valid);
}

TEST_CASE_METHOD(CreateImageFixture,
                 "muxCreateImage.vu01: without images every valid call is "
                 "mux_error_feature_unsupported",
                 "[muxCreateImage]") {
  REQUIRE_FALSE(device->info->image_support);
  entry_point.fails(mux_error_feature_unsupported, create(mux_image_type_1d, 1, 1, 1));
  entry_point.fails(mux_error_feature_unsupported, create(mux_image_type_2d, 1, 1, 1));
  entry_point.fails(mux_error_feature_unsupported, create(mux_image_type_3d, 1, 1, 1));
  const auto results = run_in_threads([&](unsigned) { return create(mux_image_type_2d, 1, 1, 1); });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
}
