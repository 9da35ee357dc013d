#include <catch2/catch.hpp>
#include <cstring>

#include "object_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxGetSupportedImageFormats");

/// An enumerator that does not exist.
template <class Enumeration>
Enumeration unknown(int value) {
  static_assert(sizeof(Enumeration) == sizeof(int));
  Enumeration result{};
  std::memcpy(&result, &value, sizeof(result));
  return result;
}

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc01, rc02: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  uint32_t count = 0;
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedImageFormats(invalid, mux_image_type_2d, mux_allocation_type_alloc_host, 0,
                                    nullptr, &count));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc03: an unknown image type is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  uint32_t count = 0;
  for (const int type : {3, -1, 0x7fffffff}) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedImageFormats(device, unknown<mux_image_type_e>(type),
                                    mux_allocation_type_alloc_host, 0, nullptr, &count));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc04: an unknown allocation type is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  uint32_t count = 0;
  for (const int type : {2, -1}) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedImageFormats(device, mux_image_type_2d, unknown<mux_allocation_type_e>(type),
                                    0, nullptr, &count));
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc05: an array of length 0 is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  mux_image_format_e format{};
  entry_point.fails(
      mux_error_invalid_value,
      muxGetSupportedImageFormats(device, mux_image_type_2d, mux_allocation_type_alloc_host, 0,
                                  &format, nullptr));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.vu01: without images a valid call is "
                 "mux_error_feature_unsupported",
                 "[muxGetSupportedImageFormats]") {
  const auto results = run_in_threads([&](unsigned) {
    uint32_t count = 0;
    return muxGetSupportedImageFormats(device, mux_image_type_2d, mux_allocation_type_alloc_host, 0,
                                       nullptr, &count);
  });
  for (const mux_result_t result : results) {
    CHECK(result == mux_error_feature_unsupported);
  }
  uint32_t count = 0;
  entry_point.fails(
      mux_error_feature_unsupported,
      muxGetSupportedImageFormats(device, mux_image_type_2d, mux_allocation_type_alloc_host, 0,
                                  nullptr, &count));
}
