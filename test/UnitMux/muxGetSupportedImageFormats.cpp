#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "image_formats.h"
#include "object_checks.h"

namespace mux::test::mux_get_supported_image_formats {

namespace {

constexpr EntryPoint entry_point("muxGetSupportedImageFormats");

constexpr mux_image_type_e all_types[] = {mux_image_type_1d, mux_image_type_2d, mux_image_type_3d};
constexpr mux_allocation_type_e all_allocations[] = {mux_allocation_type_alloc_host,
                                                     mux_allocation_type_alloc_device};

std::set<mux_image_format_e> expected_formats() {
  std::set<mux_image_format_e> formats;
  for (const ImageFormat &format : image_formats) {
    formats.insert(format.format);
  }
  return formats;
}

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc02: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  uint32_t count = 0;
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedImageFormats(invalid, mux_image_type_2d, mux_allocation_type_alloc_host, 0,
                                    nullptr, &count));
  }
  CHECK(count == 0);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc03: an unknown image type is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  uint32_t count = 0;
  for (const uint32_t type : {3U, ~0U, 0x7fffffffU}) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedImageFormats(device, enumerator_of<mux_image_type_e>(type),
                                    mux_allocation_type_alloc_host, 0, nullptr, &count));
  }
  CHECK(count == 0);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc04: an unknown allocation type is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  uint32_t count = 0;
  for (const uint32_t type : {2U, ~0U}) {
    entry_point.fails(mux_error_invalid_value,
                      muxGetSupportedImageFormats(device, mux_image_type_2d,
                                                  enumerator_of<mux_allocation_type_e>(type), 0,
                                                  nullptr, &count));
  }
  CHECK(count == 0);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc05 and vu03: an array of length 0 is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  mux_image_format_e format = mux_image_format_R8_uint;
  uint32_t count = 77;
  entry_point.fails(
      mux_error_invalid_value,
      muxGetSupportedImageFormats(device, mux_image_type_2d, mux_allocation_type_alloc_host, 0,
                                  &format, &count));
  CHECK(format == mux_image_format_R8_uint);
  CHECK(count == 77);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.vu02: a length without an array is "
                 "mux_error_invalid_value",
                 "[muxGetSupportedImageFormats]") {
  uint32_t count = 77;
  for (const uint32_t length : {1U, 146U, ~0U}) {
    entry_point.fails(
        mux_error_invalid_value,
        muxGetSupportedImageFormats(device, mux_image_type_2d, mux_allocation_type_alloc_host,
                                    length, nullptr, &count));
  }
  CHECK(count == 77);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc06: every format is there for every type and "
                 "allocation, once",
                 "[muxGetSupportedImageFormats]") {
  const std::set<mux_image_format_e> expected = expected_formats();
  REQUIRE(expected.size() == 146);
  for (const mux_image_type_e type : all_types) {
    for (const mux_allocation_type_e allocation : all_allocations) {
      uint32_t count = 0;
      REQUIRE(muxGetSupportedImageFormats(device, type, allocation, 0, nullptr, &count) ==
              mux_success);
      REQUIRE(count == 146);
      std::vector<mux_image_format_e> formats(count);
      uint32_t again = 0;
      REQUIRE(muxGetSupportedImageFormats(device, type, allocation, count, formats.data(),
                                          &again) == mux_success);
      CHECK(again == count);
      CHECK(std::set<mux_image_format_e>(formats.begin(), formats.end()) == expected);
    }
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxGetSupportedImageFormats.rc06: a short array gets the first formats, a long "
                 "one is not touched behind the last",
                 "[muxGetSupportedImageFormats]") {
  std::array<mux_image_format_e, 146> all{};
  REQUIRE(muxGetSupportedImageFormats(device, mux_image_type_2d, mux_allocation_type_alloc_device,
                                      146, all.data(), nullptr) == mux_success);
  for (const uint32_t length : {1U, 2U, 145U, 147U, 200U}) {
    constexpr auto untouched = mux_image_format_e{};
    std::vector<mux_image_format_e> formats(256, untouched);
    uint32_t count = 0;
    REQUIRE(muxGetSupportedImageFormats(device, mux_image_type_2d, mux_allocation_type_alloc_device,
                                        length, formats.data(), &count) == mux_success);
    CHECK(count == 146);
    const size_t written = std::min(length, 146U);
    CHECK(std::equal(all.begin(), all.begin() + written, formats.begin()));
    CHECK(std::count(formats.begin() + written, formats.end(), untouched) ==
          static_cast<std::ptrdiff_t>(formats.size() - written));
  }
}

TEST_CASE_METHOD(DeviceFixture, "muxGetSupportedImageFormats.vu04: the count is optional",
                 "[muxGetSupportedImageFormats]") {
  mux_image_format_e format{};
  CHECK(muxGetSupportedImageFormats(device, mux_image_type_1d, mux_allocation_type_alloc_host, 1,
                                    &format, nullptr) == mux_success);
  CHECK(expected_formats().count(format) == 1);
  CHECK(muxGetSupportedImageFormats(device, mux_image_type_1d, mux_allocation_type_alloc_host, 0,
                                    nullptr, nullptr) == mux_success);
}

}  // namespace mux::test::mux_get_supported_image_formats
