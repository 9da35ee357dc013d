// A NULL hook means that the target does not support the feature.

#include <mux/extensions.h>

#include <catch2/catch.hpp>
#include <cstddef>

#include "fake_objects.h"

namespace mux::test::null_hooks {

namespace {

/// Objects of the bare target on a device that reports all features.
class BareTargetFixture : public FakeTargetFixture {
 public:
  void expect_unsupported(mux_result_t result) const {
    CHECK(result == mux_error_feature_unsupported);
    CHECK(last_error_has("the target \"bare\" does not support it"));
    muxSetLastErrorMessage("");
  }

  FakeObjects bare{bare_target_id(), target.info(0)};
};

/// A target compiled with a header whose table ends before the hooks of constants; registered on
/// first use.
mux_target_id_t target_without_constants() {
  static const mux_target_hooks_t hooks = [] {
    mux_target_hooks_t older = FakeTarget::get().hooks();
    older.name = "without constants";
    older.set_target_id = nullptr;
    older.get_device_infos = [](uint32_t, uint64_t, mux_device_info_t *, uint64_t *out_length) {
      if (out_length) {
        *out_length = 0;
      }
      return mux_result_t{mux_success};
    };
    older.size = offsetof(mux_target_hooks_t, get_executable_constant_count);
    return older;
  }();
  static const mux_target_id_t id = [] {
    mux_target_id_t registered = MUX_NULL_ID;
    REQUIRE(muxRegisterTarget(&hooks, &registered) == mux_success);
    return registered;
  }();
  return id;
}

}  // namespace

TEST_CASE_METHOD(FakeTargetFixture,
                 "muxCreateExecutableWithOptions.takes_constants: a target without hooks for "
                 "constants is not passed any",
                 "[null_hooks]") {
  FakeObjects older{target_without_constants(), target.info(0)};
  const mux_constant_value_t constant = {"one", 0, 1, "1"};
  mux_executable_options_t options = {0, &constant, 1};
  mux_executable_t executable = nullptr;
  CHECK(muxCreateExecutableWithOptions(&older.device, "b", 1, &options, allocator, &executable) ==
        mux_error_feature_unsupported);
  CHECK(last_error_has("the device does not support values of constants"));
  options.constant_count = 0;
  CHECK(muxCreateExecutableWithOptions(&older.device, "b", 1, &options, allocator, &executable) ==
        mux_success);
}

TEST_CASE_METHOD(BareTargetFixture,
                 "target.hook: without hooks creating is mux_error_feature_unsupported",
                 "[null_hooks]") {
  mux_device_info_s info = *bare.device.info;
  info.id = bare.device.id;
  const mux_device_options_t options = {};
  mux_device_t device = nullptr;
  expect_unsupported(muxCreateDeviceWithOptions(&info, &options, allocator, &device));
  uint64_t processors = 0;
  expect_unsupported(muxGetProcessorInfos(&info, 0, nullptr, &processors));
  mux_executable_t executable = nullptr;
  expect_unsupported(muxCreateExecutable(&bare.device, "b", 1, allocator, &executable));
  const mux_executable_options_t executable_options = {};
  expect_unsupported(muxCreateExecutableWithOptions(&bare.device, "b", 1, &executable_options,
                                                    allocator, &executable));
  mux_kernel_t kernel = nullptr;
  expect_unsupported(muxCreateKernel(&bare.device, &bare.executable, "k", 1, allocator, &kernel));
  expect_unsupported(muxCreateBuiltInKernel(&bare.device, "k", 1, allocator, &kernel));
  mux_memory_t memory = nullptr;
  expect_unsupported(muxAllocateMemory(&bare.device, 64, 1, mux_memory_property_host_visible,
                                       mux_allocation_type_alloc_device, 0, allocator, &memory));
  expect_unsupported(muxCreateMemoryFromHost(&bare.device, 64, host, allocator, &memory));
  mux_buffer_t buffer = nullptr;
  expect_unsupported(muxCreateBuffer(&bare.device, 64, allocator, &buffer));
  mux_image_t image = nullptr;
  expect_unsupported(muxCreateImage(&bare.device, mux_image_type_1d, mux_image_format_R8_unorm, 4,
                                    1, 1, 0, 0, 0, allocator, &image));
  mux_query_pool_t pool = nullptr;
  expect_unsupported(
      muxCreateQueryPool(&bare.queue, mux_query_type_duration, 1, nullptr, allocator, &pool));
  mux_command_buffer_t command_buffer = nullptr;
  expect_unsupported(muxCreateCommandBuffer(&bare.device, nullptr, allocator, &command_buffer));
  mux_fence_t fence = nullptr;
  expect_unsupported(muxCreateFence(&bare.device, allocator, &fence));
  mux_semaphore_t semaphore = nullptr;
  expect_unsupported(muxCreateSemaphore(&bare.device, allocator, &semaphore));
  mux_queue_t queue = nullptr;
  expect_unsupported(muxGetQueue(&bare.device, mux_queue_type_compute, 0, &queue));
}

TEST_CASE_METHOD(BareTargetFixture,
                 "target.hook: without hooks using is mux_error_feature_unsupported",
                 "[null_hooks]") {
  void *data = nullptr;
  expect_unsupported(muxMapMemory(&bare.device, &bare.memory, 0, 64, &data));
  expect_unsupported(muxUnmapMemory(&bare.device, &bare.memory));
  expect_unsupported(muxBindBufferMemory(&bare.device, &bare.memory, &bare.buffer, 0));
  expect_unsupported(muxBindImageMemory(&bare.device, &bare.memory, &bare.image, 0));
  mux_command_buffer_t cb = &bare.command_buffer;
  expect_unsupported(
      muxCommandReadBuffer(cb, &bare.buffer, 0, host, 16, 0, nullptr, &out_sync_point));
  expect_unsupported(
      muxCommandFillBuffer(cb, &bare.buffer, 0, 16, host, 4, 0, nullptr, &out_sync_point));
  expect_unsupported(muxCommandCopyMemory(cb, host, host, 16, 0, nullptr, &out_sync_point));
  expect_unsupported(muxCommandFillMemory(cb, host, 16, host, 4, 0, nullptr, &out_sync_point));
  expect_unsupported(muxCommandBarrier(cb, 0, nullptr, &out_sync_point));
  expect_unsupported(muxSetCommandCompletion(cb, 0, nullptr, nullptr));
  expect_unsupported(muxFinalizeCommandBuffer(cb));
  expect_unsupported(muxSetKernelOutput(cb, mux_kernel_output_callback));
  expect_unsupported(
      muxDispatch(&bare.queue, cb, nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr));
  const mux_command_completion_function_t told = [](const mux_command_completion_t *, void *) {};
  expect_unsupported(
      muxDispatchWithCompletion(&bare.queue, cb, nullptr, nullptr, 0, nullptr, 0, told, nullptr));
  expect_unsupported(muxDispatchForWaiter(&bare.queue, cb, &bare.fence, nullptr, 0, nullptr, 0));
  const mux_device_call_t device_call{[](void *) {}, nullptr};
  expect_unsupported(muxRequestDeviceCall(&bare.queue, &device_call));
  expect_unsupported(muxWithdrawDeviceCall(&bare.queue, &device_call));
  expect_unsupported(muxUpdateNDRanges(cb, 0, nullptr));
  expect_unsupported(muxTryWait(&bare.queue, 0, &bare.fence));
  expect_unsupported(muxWait(&bare.queue, &bare.fence));
  expect_unsupported(muxWaitAll(&bare.queue));
  expect_unsupported(muxSignalSemaphore(&bare.semaphore, mux_success));
  uint64_t count = 0;
  const char *name = nullptr;
  mux_kernel_argument_info_t info = {};
  expect_unsupported(muxGetExecutableKernelCount(&bare.executable, &count));
  mux_executable_info_t executable_info = {};
  expect_unsupported(muxGetExecutableInfo(&bare.executable, &executable_info));
  expect_unsupported(muxGetExecutableConstantCount(&bare.executable, &count));
  mux_constant_info_t constant_info = {};
  expect_unsupported(muxGetExecutableConstantInfo(&bare.executable, 0, &constant_info));
  expect_unsupported(muxGetExecutableKernelName(&bare.executable, 0, &name));
  expect_unsupported(muxGetKernelArgumentCount(&bare.kernel, &count));
  const char *text = nullptr;
  expect_unsupported(muxGetKernelVectorization(&bare.kernel, &text));
  expect_unsupported(muxGetKernelArgumentInfo(&bare.kernel, 0, &info));
  mux_kernel_info_t kernel_info = {};
  expect_unsupported(muxGetKernelInfo(&bare.kernel, &kernel_info));
  const size_t global_size = 64;
  size_t local_size[3] = {};
  expect_unsupported(muxSuggestLocalSize(&bare.kernel, 1, &global_size, mux_local_size_fit_any,
                                         &local_size[0], &local_size[1], &local_size[2]));
}

TEST_CASE_METHOD(BareTargetFixture, "NULL hooks: arguments are checked first", "[null_hooks]") {
  mux_buffer_t buffer = nullptr;
  CHECK(muxCreateBuffer(&bare.device, 0, allocator, &buffer) == mux_error_invalid_value);
  CHECK(muxCreateBuffer(&bare.device, 64, {}, &buffer) == mux_error_null_allocator_callback);
  CHECK(muxCreateBuffer(&bare.device, 64, allocator, nullptr) == mux_error_null_out_parameter);
}

TEST_CASE_METHOD(BareTargetFixture, "NULL hooks: destroying does nothing", "[null_hooks]") {
  muxDestroyExecutable(&bare.device, &bare.executable, allocator);
  muxDestroyKernel(&bare.device, &bare.kernel, allocator);
  muxFreeMemory(&bare.device, &bare.memory, allocator);
  muxDestroyBuffer(&bare.device, &bare.buffer, allocator);
  muxDestroyImage(&bare.device, &bare.image, allocator);
  muxDestroyQueryPool(&bare.queue, &bare.query_pool, allocator);
  muxDestroyCommandBuffer(&bare.device, &bare.command_buffer, allocator);
  muxDestroyFence(&bare.device, &bare.fence, allocator);
  muxDestroySemaphore(&bare.device, &bare.semaphore, allocator);
  muxDestroyDevice(&bare.device, allocator);
  SUCCEED("nothing to call");
}

}  // namespace mux::test::null_hooks
