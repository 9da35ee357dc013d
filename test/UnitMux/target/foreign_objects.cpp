// Calls on one target or device reject objects of another.

#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "counting_allocator.h"
#include "fake_objects.h"
#include "fixtures.h"

namespace mux::test::foreign_objects {
using Hooks = mux_target_hooks_t;

namespace {

/// Objects of the fake target's first device, of its second device, and of another target.
class ForeignFixture : public FakeTargetFixture {
 public:
  void expect_rejected(mux_result_t result, const char *reason) const {
    CHECK(result == mux_error_invalid_value);
    INFO(muxGetLastErrorMessage());
    CHECK(last_error_has(reason));
    muxSetLastErrorMessage("");
  }
  void expect_other_target(mux_result_t result) const {
    expect_rejected(result, "belongs to target");
  }
  void expect_other_device(mux_result_t result) const { expect_rejected(result, "another device"); }

  FakeObjects second{target.id(), target.info(1)};
  FakeObjects foreign{bare_target_id(), target.info(0)};
};

}  // namespace

TEST_CASE_METHOD(ForeignFixture, "foreign objects: calls on a device", "[foreign]") {
  mux_device_t device = &objects.device;
  mux_kernel_t kernel = nullptr;
  expect_other_target(muxCreateKernel(device, &foreign.executable, "k", 1, allocator, &kernel));
  void *data = nullptr;
  expect_other_target(muxMapMemory(device, &foreign.memory, 0, 64, &data));
  expect_other_target(muxUnmapMemory(device, &foreign.memory));
  expect_other_target(muxFlushMappedMemoryToDevice(device, &foreign.memory, 0, 64));
  expect_other_target(muxFlushMappedMemoryFromDevice(device, &foreign.memory, 0, 64));
  expect_other_target(muxBindBufferMemory(device, &foreign.memory, &objects.buffer, 0));
  expect_other_target(muxBindBufferMemory(device, &objects.memory, &foreign.buffer, 0));
  expect_other_target(muxBindImageMemory(device, &foreign.memory, &objects.image, 0));
  expect_other_target(muxBindImageMemory(device, &objects.memory, &foreign.image, 0));
  mux_command_buffer_t clone = nullptr;
  expect_other_target(muxCloneCommandBuffer(device, allocator, &foreign.command_buffer, &clone));
}

TEST_CASE_METHOD(ForeignFixture, "foreign objects: commands", "[foreign]") {
  mux_command_buffer_t cb = &objects.command_buffer;
  mux_buffer_region_info_t region = {{4, 1, 1}, {}, {}, {4, 4}, {4, 4}};
  expect_other_target(muxCommandReadBuffer(cb, &foreign.buffer, 0, host, 4, 0, nullptr, nullptr));
  expect_other_target(muxCommandWriteBuffer(cb, &foreign.buffer, 0, host, 4, 0, nullptr, nullptr));
  expect_other_target(
      muxCommandFillBuffer(cb, &foreign.buffer, 0, 4, host, 4, 0, nullptr, nullptr));
  expect_other_target(
      muxCommandCopyBuffer(cb, &foreign.buffer, 0, &objects.buffer, 0, 4, 0, nullptr, nullptr));
  expect_other_target(
      muxCommandCopyBuffer(cb, &objects.buffer, 0, &foreign.buffer, 0, 4, 0, nullptr, nullptr));
  expect_other_target(
      muxCommandReadBufferRegions(cb, &foreign.buffer, host, &region, 1, 0, nullptr, nullptr));
  expect_other_target(
      muxCommandWriteBufferRegions(cb, &foreign.buffer, host, &region, 1, 0, nullptr, nullptr));
  expect_other_target(muxCommandCopyBufferRegions(cb, &foreign.buffer, &objects.buffer, &region, 1,
                                                  0, nullptr, nullptr));
  expect_other_target(
      muxCommandReadImage(cb, &foreign.image, {}, {1, 1, 1}, 4, 4, host, 0, nullptr, nullptr));
  expect_other_target(muxCommandCopyImage(cb, &objects.image, &foreign.image, {}, {}, {1, 1, 1}, 0,
                                          nullptr, nullptr));
  expect_other_target(muxCommandBeginQuery(cb, &foreign.query_pool, 0, 1, 0, nullptr, nullptr));
}

TEST_CASE_METHOD(FakeTargetFixture, "foreign objects: sync-points are validated by the target only",
                 "[foreign]") {
  // An unmapped address.
  mux_sync_point_t anything[] = {nullptr, reinterpret_cast<mux_sync_point_t>(uintptr_t{64})};
  mux_command_buffer_t cb = &objects.command_buffer;
  expect_dispatch<&Hooks::command_read_buffer>(muxCommandReadBuffer, cb, &objects.buffer, 0, host,
                                               4, 2, anything, nullptr);
  expect_dispatch<&Hooks::command_begin_query>(muxCommandBeginQuery, cb, &objects.query_pool, 0, 1,
                                               2, anything, nullptr);
}

TEST_CASE_METHOD(ForeignFixture, "foreign objects: kernels and their arguments", "[foreign]") {
  mux_command_buffer_t cb = &objects.command_buffer;
  const size_t sizes[3] = {1, 1, 1};
  mux_descriptor_info_t descriptor = {};
  mux_ndrange_options_t options = {nullptr, 0, {1, 1, 1}, sizes, sizes, 1};
  expect_other_target(muxCommandNDRange(cb, &foreign.kernel, options, 0, nullptr, nullptr));
  expect_other_device(muxCommandNDRange(cb, &second.kernel, options, 0, nullptr, nullptr));
  options.descriptors = &descriptor;
  options.descriptors_length = 1;
  descriptor.type = mux_descriptor_info_type_buffer;
  descriptor.buffer_descriptor = {&foreign.buffer, 0};
  expect_other_target(muxCommandNDRange(cb, &objects.kernel, options, 0, nullptr, nullptr));
  uint64_t index = 0;
  expect_other_target(muxUpdateDescriptors(cb, 0, 1, &index, &descriptor));
  mux_ndrange_update_t update = {0, &objects.kernel, options};
  expect_other_target(muxUpdateNDRanges(cb, 1, &update));
  update.kernel = &foreign.kernel;
  expect_other_target(muxUpdateNDRanges(cb, 1, &update));
  update.kernel = &second.kernel;
  expect_other_device(muxUpdateNDRanges(cb, 1, &update));
  descriptor.buffer_descriptor = {&objects.buffer, 257};
  expect_rejected(muxCommandNDRange(cb, &objects.kernel, options, 0, nullptr, nullptr),
                  "offset 257 is beyond the buffer's 256 bytes");
  descriptor.type = mux_descriptor_info_type_image;
  descriptor.image_descriptor = {&foreign.image};
  expect_other_target(muxCommandNDRange(cb, &objects.kernel, options, 0, nullptr, nullptr));
  descriptor.type = 99;
  expect_rejected(muxCommandNDRange(cb, &objects.kernel, options, 0, nullptr, nullptr),
                  "type is 99");
}

TEST_CASE_METHOD(ForeignFixture, "foreign objects: dispatching and waiting", "[foreign]") {
  mux_queue_t queue = &objects.queue;
  mux_command_buffer_t cb = &objects.command_buffer;
  const auto dispatch = [&](mux_command_buffer_t command_buffer, mux_fence_t fence,
                            mux_semaphore_t wait, mux_semaphore_t signal) {
    return muxDispatch(queue, command_buffer, fence, wait ? &wait : nullptr, wait ? 1 : 0,
                       signal ? &signal : nullptr, signal ? 1 : 0, nullptr, nullptr);
  };
  expect_other_target(dispatch(&foreign.command_buffer, nullptr, nullptr, nullptr));
  expect_other_device(dispatch(&second.command_buffer, nullptr, nullptr, nullptr));
  expect_other_target(dispatch(cb, &foreign.fence, nullptr, nullptr));
  expect_other_device(dispatch(cb, &second.fence, nullptr, nullptr));
  expect_other_target(dispatch(cb, nullptr, &foreign.semaphore, nullptr));
  expect_other_device(dispatch(cb, nullptr, &second.semaphore, nullptr));
  expect_other_target(dispatch(cb, nullptr, nullptr, &foreign.semaphore));
  expect_other_device(dispatch(cb, nullptr, nullptr, &second.semaphore));
  expect_other_target(muxTryWait(queue, 0, &foreign.fence));
  expect_other_device(muxTryWait(queue, 0, &second.fence));
  expect_other_target(muxWait(queue, &foreign.fence));
  expect_other_device(muxWait(queue, &second.fence));
}

TEST_CASE_METHOD(ForeignFixture, "foreign objects: destroying them has no effect", "[foreign]") {
  mux_device_t device = &objects.device;
  const int kernels = Recorder<&Hooks::destroy_kernel>::calls;
  const int buffers = Recorder<&Hooks::destroy_buffer>::calls;
  const int fences = Recorder<&Hooks::destroy_fence>::calls;
  const int memories = Recorder<&Hooks::free_memory>::calls;
  muxDestroyKernel(device, &foreign.kernel, allocator);
  muxDestroyKernel(device, &second.kernel, allocator);
  muxDestroyKernel(device, nullptr, allocator);
  muxDestroyBuffer(device, &foreign.buffer, allocator);
  muxDestroyBuffer(&foreign.device, &objects.buffer, allocator);
  muxDestroyBuffer(device, &objects.buffer, {});
  muxDestroyFence(device, &second.fence, allocator);
  muxFreeMemory(device, &foreign.memory, allocator);
  CHECK(last_error_has("muxFreeMemory: memory belongs to target"));
  CHECK(Recorder<&Hooks::destroy_kernel>::calls == kernels);
  CHECK(Recorder<&Hooks::destroy_buffer>::calls == buffers);
  CHECK(Recorder<&Hooks::destroy_fence>::calls == fences);
  CHECK(Recorder<&Hooks::free_memory>::calls == memories);
}

TEST_CASE_METHOD(ForeignFixture, "foreign objects: the CPU target and another reject each other",
                 "[foreign]") {
  CountingAllocator counter;
  mux_device_info_t info = host_device_info();
  mux_device_t device = nullptr;
  REQUIRE(muxCreateDevices(1, &info, counter.info(), &device) == mux_success);
  mux_buffer_t buffer = nullptr;
  REQUIRE(muxCreateBuffer(device, 64, counter.info(), &buffer) == mux_success);

  const int binds = Recorder<&Hooks::bind_buffer_memory>::calls;
  expect_other_target(muxBindBufferMemory(device, &objects.memory, buffer, 0));
  expect_other_target(muxBindBufferMemory(&objects.device, &objects.memory, buffer, 0));
  expect_other_target(
      muxCommandReadBuffer(&objects.command_buffer, buffer, 0, host, 4, 0, nullptr, nullptr));
  CHECK(Recorder<&Hooks::bind_buffer_memory>::calls == binds);
  const int64_t live = counter.live();
  muxDestroyBuffer(&objects.device, buffer, counter.info());
  CHECK(counter.live() == live);

  muxDestroyBuffer(device, buffer, counter.info());
  muxDestroyDevice(device, counter.info());
  CHECK(counter.live() == 0);
}

}  // namespace mux::test::foreign_objects
