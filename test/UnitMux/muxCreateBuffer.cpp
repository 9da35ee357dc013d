#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_create_buffer {

namespace {

constexpr EntryPoint entry_point("muxCreateBuffer");

const Create<mux_buffer_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                       mux_buffer_t *out_buffer) {
  return muxCreateBuffer(device, 1000, allocator, out_buffer);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture, "muxCreateBuffer.rc01: a size of 0 is mux_error_invalid_value",
                 "[muxCreateBuffer]") {
  mux_buffer_t buffer = nullptr;
  entry_point.fails(mux_error_invalid_value, muxCreateBuffer(device, 0, allocator, &buffer));
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuffer.rc02: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateBuffer]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuffer.rc03: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateBuffer]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateBuffer.rc04: a buffer says what memory it needs",
                 "[muxCreateBuffer]") {
  check_success(*this, create, muxDestroyBuffer);
  for (const size_t size : {size_t{1}, size_t{3}, size_t{4096}, size_t{1} << 40}) {
    mux_buffer_t buffer = nullptr;
    REQUIRE(muxCreateBuffer(device, size, allocator, &buffer) == mux_success);
    CHECK(buffer->memory_requirements.size >= size);
    const uint32_t alignment = buffer->memory_requirements.alignment;
    CHECK(alignment > 0);
    CHECK((alignment & (alignment - 1)) == 0);
    CHECK(buffer->memory_requirements.supported_heaps != 0);
    muxDestroyBuffer(device, buffer, allocator);
  }
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuffer: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateBuffer]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateBuffer: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateBuffer]") {
  check_out_of_memory(entry_point, *this, create, muxDestroyBuffer);
}

}  // namespace mux::test::mux_create_buffer
