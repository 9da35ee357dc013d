#include <atomic>
#include <catch2/catch.hpp>

#include "object_checks.h"

namespace mux::test::mux_create_command_buffer {

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

TEST_CASE_METHOD(CommandBufferFixture,
                 "Callbacks.vu02: the user data of a callback info may be null, and that is what "
                 "the callback gets",
                 "[muxCreateCommandBuffer][scheduling]") {
  static std::atomic<int> with_null{0};
  static std::atomic<int> with_data{0};
  with_null = 0;
  with_data = 0;
  mux_callback_info_s callback_info = {[](void *user_data, const char *, const void *, size_t) {
                                         ++(user_data == nullptr ? with_null : with_data);
                                       },
                                       nullptr};
  mux_command_buffer_t told = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, &callback_info, allocator, &told) == mux_success);
  at_end([=, this] { muxDestroyCommandBuffer(device, told, allocator); });
  REQUIRE(muxFinalizeCommandBuffer(told) == mux_success);
  // The callback reports that the command buffer fails: its semaphore was destroyed.
  mux_semaphore_t doomed = nullptr;
  REQUIRE(muxCreateSemaphore(device, allocator, &doomed) == mux_success);
  mux_fence_t fence = make_fence();
  REQUIRE(muxDispatch(queue, told, fence, &doomed, 1, nullptr, 0, nullptr, nullptr) == mux_success);
  muxDestroySemaphore(device, doomed, allocator);
  REQUIRE(muxWait(queue, fence) == mux_error_fence_failure);
  CHECK(with_null == 1);
  CHECK(with_data == 0);
}

TEST_CASE_METHOD(DeviceFixture, "muxCreateCommandBuffer: the callback info may be NULL",
                 "[muxCreateCommandBuffer]") {
  mux_command_buffer_t command_buffer = nullptr;
  REQUIRE(muxCreateCommandBuffer(device, nullptr, allocator, &command_buffer) == mux_success);
  muxDestroyCommandBuffer(device, command_buffer, allocator);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateCommandBuffer.device: null, wrong-type and foreign devices are "
                 "mux_error_invalid_value",
                 "[muxCreateCommandBuffer]") {
  check_device(entry_point, *this, create);
}

TEST_CASE_METHOD(DeviceFixture,
                 "muxCreateCommandBuffer: every failing allocation is mux_error_out_of_memory",
                 "[muxCreateCommandBuffer]") {
  check_out_of_memory(entry_point, *this, create, muxDestroyCommandBuffer);
}

TEST_CASE(
    "muxCreateCommandBuffer: command buffers destroyed before their device leak nothing, in any "
    "state",
    "[muxCreateCommandBuffer]") {
  CountingAllocator counter;
  CountingAllocator of_command_buffers;
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
  mux_queue_t queue = nullptr;
  REQUIRE(muxGetQueue(device, mux_queue_type_compute, 0, &queue) == mux_success);
  mux_command_buffer_t made[4] = {};
  for (mux_command_buffer_t &command_buffer : made) {
    REQUIRE(create(device, of_command_buffers.info(), &command_buffer) == mux_success);
  }
  const auto nothing = [](mux_queue_t, mux_command_buffer_t, void *const) {};
  for (int i = 1; i < 4; ++i) {
    REQUIRE(muxCommandUserCallback(made[i], nothing, nullptr, 0, nullptr, nullptr) == mux_success);
  }
  for (int i = 2; i < 4; ++i) {
    REQUIRE(muxFinalizeCommandBuffer(made[i]) == mux_success);
  }
  REQUIRE(muxDispatch(queue, made[3], nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr) ==
          mux_success);
  for (mux_command_buffer_t command_buffer : made) {
    muxDestroyCommandBuffer(device, command_buffer, of_command_buffers.info());
  }
  CHECK(of_command_buffers.live() == 0);
  CHECK(of_command_buffers.misuses() == 0);
  muxDestroyDevice(device, counter.info());
  CHECK(counter.live() == 0);
}

}  // namespace mux::test::mux_create_command_buffer
