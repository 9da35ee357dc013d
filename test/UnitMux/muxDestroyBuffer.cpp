#include <mux/target.h>

#include <catch2/catch.hpp>
#include <string>

#include "object_checks.h"

namespace mux::test::mux_destroy_buffer {

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyBuffer.vu04: with an invalid device it has no effect, and says so",
                 "[muxDestroyBuffer]") {
  const TestBuffer buffer = make_buffer(64);
  const int64_t live = counter.live();
  for (mux_device_t invalid : InvalidObjects<mux_device_t>(device->id)) {
    muxSetLastErrorMessage("");
    muxDestroyBuffer(invalid, buffer.buffer, allocator);
    CHECK(counter.live() == live);
    CHECK(std::string(muxGetLastErrorMessage()).find("muxDestroyBuffer: device ") == 0);
  }
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyBuffer.vu05, vu06: invalid arguments have no effect",
                 "[muxDestroyBuffer]") {
  check_destroy_arguments(*this, make_buffer(64).buffer, muxDestroyBuffer);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxDestroyBuffer.vu03: gives back to the allocator it was created with",
                 "[muxDestroyBuffer]") {
  check_own_allocator<mux_buffer_t>(
      *this,
      [](mux_device_t target, mux_allocator_info_t own, mux_buffer_t *out) {
        return muxCreateBuffer(target, 64, own, out);
      },
      muxDestroyBuffer);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyBuffer.vu02: through another device it has no effect",
                 "[muxDestroyBuffer]") {
  const TestBuffer buffer = make_buffer(64);
  DeviceFixture other;
  muxSetLastErrorMessage("");
  const int64_t live = counter.live();
  muxDestroyBuffer(other.device, buffer.buffer, allocator);
  CHECK(counter.live() == live);
  CHECK(std::string(muxGetLastErrorMessage()).find("another device") != std::string::npos);
}

TEST_CASE_METHOD(CommandBufferFixture,
                 "muxDestroyBuffer: right after the command that used it completed",
                 "[muxDestroyBuffer]") {
  for (int i = 0; i < 200; ++i) {
    CommandBufferFixture fixture;
    const TestBuffer buffer = fixture.make_buffer(64);
    const uint32_t pattern = 7;
    REQUIRE(muxCommandFillBuffer(fixture.command_buffer, buffer.buffer, 0, 64, &pattern, 4, 0,
                                 nullptr, nullptr) == mux_success);
    REQUIRE(fixture.run(fixture.command_buffer) == mux_success);
    CHECK(buffer.as<uint32_t>()[15] == 7);
  }
}

}  // namespace mux::test::mux_destroy_buffer
