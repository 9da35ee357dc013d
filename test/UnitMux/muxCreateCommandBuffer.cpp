#include <catch2/catch.hpp>

#include "object_checks.h"

using namespace mux::test;

namespace {

constexpr EntryPoint entry_point("muxCreateCommandBuffer");

const Create<mux_command_buffer_t> create = [](mux_device_t device, mux_allocator_info_t allocator,
                                               mux_command_buffer_t *out_command_buffer) {
  return muxCreateCommandBuffer(device, no_callback(), allocator, out_command_buffer);
};

}  // namespace

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateCommandBuffer.rc01: an incomplete allocator is "
                 "mux_error_null_allocator_callback",
                 "[muxCreateCommandBuffer]") {
  check_null_allocator(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateCommandBuffer.rc02: no out parameter is mux_error_null_out_parameter",
                 "[muxCreateCommandBuffer]") {
  check_null_out(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateCommandBuffer.rc03: makes a command buffer",
                 "[muxCreateCommandBuffer]") {
  check_success(*this, create, muxDestroyCommandBuffer);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxCreateCommandBuffer.rc03: a command buffer knows its device",
                 "[muxCreateCommandBuffer]") {
  CHECK(command_buffer->device == device);
}

TEST_CASE_METHOD(DeviceFixture,
                 "Callbacks.vu01: a callback info without a function is mux_error_invalid_value",
                 "[muxCreateCommandBuffer]") {
  mux_callback_info_s callback_info = {nullptr, nullptr};
  mux_command_buffer_t command_buffer = nullptr;
  entry_point.fails(mux_error_invalid_value,
                    muxCreateCommandBuffer(device, &callback_info, allocator, &command_buffer));
}

TEST_CASE_METHOD(DeviceFixture, "Callbacks.vu02: the user data of a callback info may be null",
                 "[muxCreateCommandBuffer]") {
  mux_callback_info_s callback_info = {[](void *, const char *, const void *, size_t) {}, nullptr};
  mux_command_buffer_t command_buffer = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, &callback_info, allocator, &command_buffer) ==
          mux_success);
  muxDestroyCommandBuffer(device, command_buffer, allocator);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateCommandBuffer: the callback info may be left out",
                 "[muxCreateCommandBuffer]") {
  mux_command_buffer_t command_buffer = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, nullptr, allocator, &command_buffer) == mux_success);
  muxDestroyCommandBuffer(device, command_buffer, allocator);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateCommandBuffer: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateCommandBuffer]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateCommandBuffer.vu01: thread-safe",
                 "[muxCreateCommandBuffer]") {
  check_threads(*this, create, muxDestroyCommandBuffer);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateCommandBuffer: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateCommandBuffer]") {
  check_out_of_memory(entry_point, *this, create, muxDestroyCommandBuffer);
}
