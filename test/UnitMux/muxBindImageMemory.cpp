#include <catch2/catch.hpp>

#include "object_checks.h"
#include "unsupported_objects.h"

using namespace mux::test;

namespace {
constexpr EntryPoint entry_point("muxBindImageMemory");
}

TEST_CASE_METHOD(ImageFixture,
                 "muxBindImageMemory.rc01 to rc05: null, wrong-type and foreign objects are "
                 "mux_error_invalid_value",
                 "[muxBindImageMemory]") {
  mux_memory_t memory = make_memory(4096);
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(invalid, memory, &image, 0));
  }
  for (mux_memory_t invalid : InvalidObjects<mux_memory_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, invalid, &image, 0));
  }
  for (mux_image_t invalid : InvalidObjects<mux_image_t>(device->id)) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, memory, invalid, 0));
  }
}

TEST_CASE_METHOD(ImageFixture,
                 "muxBindImageMemory.rc06: an image that ends past the memory is "
                 "mux_error_invalid_value",
                 "[muxBindImageMemory]") {
  mux_memory_t memory = make_memory(image.memory_requirements.size);
  entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, memory, &image, 64));
  entry_point.fails(mux_error_invalid_value,
                    muxBindImageMemory(device, memory, &image, ~uint64_t{0} - 63));
}

TEST_CASE_METHOD(ImageFixture,
                 "muxBindImageMemory.rc07: an offset that is not aligned is "
                 "mux_error_invalid_value",
                 "[muxBindImageMemory]") {
  mux_memory_t memory = make_memory(4096);
  for (const uint64_t offset : {1U, 32U, 63U, 65U}) {
    entry_point.fails(mux_error_invalid_value, muxBindImageMemory(device, memory, &image, offset));
  }
}

TEST_CASE_METHOD(ImageFixture,
                 "muxBindImageMemory: without images a valid call is "
                 "mux_error_feature_unsupported",
                 "[muxBindImageMemory]") {
  entry_point.fails(mux_error_feature_unsupported,
                    muxBindImageMemory(device, make_memory(4096), &image, 64));
}
