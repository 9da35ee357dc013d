// Every entry point calls the hook of its target with its arguments and returns the hook's result.

#include <mux/extensions.h>

#include <catch2/catch.hpp>

#include "fake_objects.h"

namespace mux::test::hooks {
using Hooks = mux_target_hooks_t;

TEST_CASE("the fake target fills in every hook", "[dispatch]") {
  // All members of the table except the first are pointers.
  const Hooks &hooks = FakeTarget::get().hooks();
  std::array<void *, sizeof(Hooks) / sizeof(void *)> members = {};
  std::memcpy(members.data(), &hooks, sizeof(hooks));
  for (size_t index = 0; index < members.size(); ++index) {
    CAPTURE(index);
    CHECK(members[index] != nullptr);
  }
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: devices with options", "[dispatch]") {
  mux_device_t device = nullptr;
  const mux_device_options_t options = {3, nullptr, 0};
  expect_dispatch<&Hooks::create_device_with_options>(muxCreateDeviceWithOptions, target.info(1),
                                                      &options, allocator, &device);
  mux_processor_info_t processors[2] = {};
  uint64_t count = 0;
  expect_dispatch<&Hooks::get_processor_infos>(muxGetProcessorInfos, target.info(1), uint64_t{2},
                                               &processors[0], &count);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: executables and kernels", "[dispatch]") {
  FakeObjects &o = objects;
  mux_executable_t executable = nullptr;
  expect_dispatch<&Hooks::create_executable>(muxCreateExecutable, &o.device, "binary", 6, allocator,
                                             &executable);
  const int number = 3;
  const mux_constant_value_t constant = {"number", 0, sizeof(number), &number};
  const mux_executable_options_t options = {mux_initialized_memory_local, &constant, 1};
  expect_dispatch<&Hooks::create_executable_with_options>(
      muxCreateExecutableWithOptions, &o.device, "binary", 6, &options, allocator, &executable);
  expect_dispatch<&Hooks::destroy_executable>(muxDestroyExecutable, &o.device, &o.executable,
                                              allocator);
  const char *name = nullptr;
  expect_dispatch<&Hooks::get_executable_kernel_name>(muxGetExecutableKernelName, &o.executable, 2,
                                                      &name);
  mux_constant_info_t constant_info = {};
  expect_dispatch<&Hooks::get_executable_constant_info>(muxGetExecutableConstantInfo, &o.executable,
                                                        2, &constant_info);
  uint64_t count = 0;
  CHECK(muxGetExecutableConstantCount(&o.executable, &count) == mux_success);
  CHECK(count == 3);
  count = 0;
  CHECK(muxGetExecutableKernelCount(&o.executable, &count) == mux_success);
  CHECK(count == 3);
  count = 0;
  CHECK(muxGetKernelArgumentCount(&o.kernel, &count) == mux_success);
  CHECK(count == 3);
  mux_executable_info_t executable_info = {};
  expect_dispatch<&Hooks::get_executable_info>(muxGetExecutableInfo, &o.executable,
                                               &executable_info);
  const char *text = nullptr;
  expect_dispatch<&Hooks::get_kernel_vectorization>(muxGetKernelVectorization, &o.kernel, &text);
  mux_kernel_info_t kernel_info = {};
  expect_dispatch<&Hooks::get_kernel_info>(muxGetKernelInfo, &o.kernel, &kernel_info);
  const size_t global_size[2] = {64, 3};
  size_t local_size[3] = {};
  expect_dispatch<&Hooks::suggest_local_size>(
      muxSuggestLocalSize, &o.kernel, size_t{2}, static_cast<const size_t *>(global_size),
      mux_local_size_fit_divides, &local_size[0], &local_size[1], &local_size[2]);

  mux_kernel_t kernel = nullptr;
  expect_dispatch<&Hooks::create_kernel>(muxCreateKernel, &o.device, &o.executable, "k", 1,
                                         allocator, &kernel);
  expect_dispatch<&Hooks::create_builtin_kernel>(muxCreateBuiltInKernel, &o.device, "k", 1,
                                                 allocator, &kernel);
  size_t x = 0;
  size_t y = 0;
  size_t z = 0;
  mux_wfv_status_e status = mux_wfv_status_none;
  expect_dispatch<&Hooks::query_sub_group_size_for_local_size>(muxQuerySubGroupSizeForLocalSize,
                                                               &o.kernel, 4, 2, 1, &x);
  expect_dispatch<&Hooks::query_local_size_for_sub_group_count>(muxQueryLocalSizeForSubGroupCount,
                                                                &o.kernel, 4, &x, &y, &z);
  expect_dispatch<&Hooks::query_max_num_sub_groups>(muxQueryMaxNumSubGroups, &o.kernel, &x);
  expect_dispatch<&Hooks::query_wfv_info_for_local_size>(muxQueryWFVInfoForLocalSize, &o.kernel, 4,
                                                         2, 1, &status, nullptr, nullptr, nullptr);
  expect_dispatch<&Hooks::query_wfv_info_for_local_size>(muxQueryWFVInfoForLocalSize, &o.kernel, 4,
                                                         2, 1, nullptr, &x, &y, &z);
  mux_kernel_argument_info_t info = {};
  expect_dispatch<&Hooks::get_kernel_argument_info>(muxGetKernelArgumentInfo, &o.kernel, 2, &info);
  expect_dispatch<&Hooks::destroy_kernel>(muxDestroyKernel, &o.device, &o.kernel, allocator);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: memory, buffers and images", "[dispatch]") {
  FakeObjects &o = objects;
  mux_memory_t memory = nullptr;
  expect_dispatch<&Hooks::allocate_memory>(
      muxAllocateMemory, &o.device, 64, 2, mux_memory_property_device_local,
      mux_allocation_type_alloc_device, 16, allocator, &memory);
  expect_dispatch<&Hooks::create_memory_from_host>(muxCreateMemoryFromHost, &o.device, 64, host,
                                                   allocator, &memory);
  void *data = nullptr;
  expect_dispatch<&Hooks::map_memory>(muxMapMemory, &o.device, &o.memory, 96, 4000, &data);
  expect_dispatch<&Hooks::flush_mapped_memory_to_device>(muxFlushMappedMemoryToDevice, &o.device,
                                                         &o.memory, 96, 4000);
  expect_dispatch<&Hooks::flush_mapped_memory_from_device>(muxFlushMappedMemoryFromDevice,
                                                           &o.device, &o.memory, 96, 4000);
  expect_dispatch<&Hooks::unmap_memory>(muxUnmapMemory, &o.device, &o.memory);
  expect_dispatch<&Hooks::free_memory>(muxFreeMemory, &o.device, &o.memory, allocator);

  mux_buffer_t buffer = nullptr;
  expect_dispatch<&Hooks::create_buffer>(muxCreateBuffer, &o.device, 64, allocator, &buffer);
  expect_dispatch<&Hooks::bind_buffer_memory>(muxBindBufferMemory, &o.device, &o.memory, &o.buffer,
                                              4096 - 256);
  expect_dispatch<&Hooks::destroy_buffer>(muxDestroyBuffer, &o.device, &o.buffer, allocator);

  mux_image_t image = nullptr;
  expect_dispatch<&Hooks::create_image>(muxCreateImage, &o.device, mux_image_type_2d,
                                        mux_image_format_R8G8B8A8_unorm, 16, 8, 1, 2, 64, 512,
                                        allocator, &image);
  expect_dispatch<&Hooks::bind_image_memory>(muxBindImageMemory, &o.device, &o.memory, &o.image,
                                             64);
  mux_image_format_e formats[2] = {};
  uint32_t count = 0;
  expect_dispatch<&Hooks::get_supported_image_formats>(
      muxGetSupportedImageFormats, &o.device, mux_image_type_3d, mux_allocation_type_alloc_device,
      2, formats, &count);
  expect_dispatch<&Hooks::destroy_image>(muxDestroyImage, &o.device, &o.image, allocator);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: queries", "[dispatch]") {
  FakeObjects &o = objects;
  mux_query_counter_config_t config = {};
  mux_query_pool_t pool = nullptr;
  expect_dispatch<&Hooks::create_query_pool>(muxCreateQueryPool, &o.queue, mux_query_type_counter,
                                             1, &config, allocator, &pool);
  expect_dispatch<&Hooks::get_query_pool_results>(muxGetQueryPoolResults, &o.queue, &o.query_pool,
                                                  1, 3, 48, host, 16);
  mux_query_counter_t counter = {};
  mux_query_counter_description_t description = {};
  uint32_t count = 0;
  expect_dispatch<&Hooks::get_supported_query_counters>(muxGetSupportedQueryCounters, &o.device,
                                                        mux_queue_type_compute, 1, &counter,
                                                        &description, &count);
  expect_dispatch<&Hooks::get_query_counter_required_passes>(muxGetQueryCounterRequiredPasses,
                                                             &o.queue, 1, &config, &count);
  mux_command_buffer_t cb = &o.command_buffer;
  expect_dispatch<&Hooks::command_begin_query>(muxCommandBeginQuery, cb, &o.query_pool, 1, 3, 1,
                                               wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_end_query>(muxCommandEndQuery, cb, &o.query_pool, 1, 3, 1,
                                             wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_reset_query_pool>(muxCommandResetQueryPool, cb, &o.query_pool, 1,
                                                    3, 1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::destroy_query_pool>(muxDestroyQueryPool, &o.queue, &o.query_pool,
                                              allocator);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: command buffers", "[dispatch]") {
  FakeObjects &o = objects;
  mux_callback_info_s callback = {[](void *, const char *, const void *, size_t) {}, nullptr};
  mux_command_buffer_t made = nullptr;
  expect_dispatch<&Hooks::create_command_buffer>(muxCreateCommandBuffer, &o.device, &callback,
                                                 allocator, &made);
  expect_dispatch<&Hooks::create_command_buffer>(muxCreateCommandBuffer, &o.device, nullptr,
                                                 allocator, &made);
  expect_dispatch<&Hooks::finalize_command_buffer>(muxFinalizeCommandBuffer, &o.command_buffer);
  expect_dispatch<&Hooks::set_kernel_output>(muxSetKernelOutput, &o.command_buffer,
                                             mux_kernel_output_callback);
  const mux_command_completion_function_t told = [](const mux_command_completion_t *, void *) {};
  expect_dispatch<&Hooks::set_command_completion>(muxSetCommandCompletion, &o.command_buffer, 3,
                                                  told, host);
  expect_dispatch<&Hooks::clone_command_buffer>(muxCloneCommandBuffer, &o.device, allocator,
                                                &o.command_buffer, &made);
  expect_dispatch<&Hooks::reset_command_buffer>(muxResetCommandBuffer, &o.command_buffer);
  expect_dispatch<&Hooks::destroy_command_buffer>(muxDestroyCommandBuffer, &o.device,
                                                  &o.command_buffer, allocator);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: commands on buffers", "[dispatch]") {
  FakeObjects &o = objects;
  mux_command_buffer_t cb = &o.command_buffer;
  mux_buffer_region_info_t region = {{4, 2, 2}, {0, 0, 1}, {4, 1, 0}, {16, 64}, {16, 64}};
  expect_dispatch<&Hooks::command_read_buffer>(muxCommandReadBuffer, cb, &o.buffer, 56, host, 200,
                                               1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_write_buffer>(muxCommandWriteBuffer, cb, &o.buffer, 56, host, 200,
                                                0, nullptr, nullptr);
  expect_dispatch<&Hooks::command_copy_buffer>(muxCommandCopyBuffer, cb, &o.buffer, 56,
                                               &o.other_buffer, 8, 200, 1, wait_list,
                                               &out_sync_point);
  expect_dispatch<&Hooks::command_fill_buffer>(muxCommandFillBuffer, cb, &o.buffer, 56, 200, host,
                                               128, 1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_copy_memory>(muxCommandCopyMemory, cb, host, host + 8, 8, 1,
                                               wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_fill_memory>(muxCommandFillMemory, cb, host, 16, host + 1, 4, 1,
                                               wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_read_buffer_regions>(
      muxCommandReadBufferRegions, cb, &o.buffer, host, &region, 1, 1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_write_buffer_regions>(
      muxCommandWriteBufferRegions, cb, &o.buffer, host, &region, 1, 1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_copy_buffer_regions>(muxCommandCopyBufferRegions, cb, &o.buffer,
                                                       &o.other_buffer, &region, 1, 1, wait_list,
                                                       &out_sync_point);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: commands on images", "[dispatch]") {
  FakeObjects &o = objects;
  mux_command_buffer_t cb = &o.command_buffer;
  const mux_offset_3d_t offset = {12, 7, 0};
  const mux_extent_3d_t extent = {4, 1, 1};
  expect_dispatch<&Hooks::command_read_image>(muxCommandReadImage, cb, &o.image, offset, extent, 64,
                                              512, host, 1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_write_image>(muxCommandWriteImage, cb, &o.image, offset, extent,
                                               64, 512, host, 1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_fill_image>(muxCommandFillImage, cb, &o.image, host, 16, offset,
                                              extent, 1, wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_copy_image>(muxCommandCopyImage, cb, &o.image, &o.other_image,
                                              mux_offset_3d_t{0, 0, 0}, offset, extent, 1,
                                              wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_copy_image_to_buffer>(muxCommandCopyImageToBuffer, cb, &o.image,
                                                        &o.buffer, offset, 240, extent, 1,
                                                        wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_copy_buffer_to_image>(muxCommandCopyBufferToImage, cb, &o.buffer,
                                                        &o.image, 240, offset, extent, 1, wait_list,
                                                        &out_sync_point);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: kernels, their arguments, and callbacks",
                 "[dispatch]") {
  FakeObjects &o = objects;
  mux_command_buffer_t cb = &o.command_buffer;
  mux_descriptor_info_t descriptors[3] = {};
  descriptors[0].type = mux_descriptor_info_type_buffer;
  descriptors[0].buffer_descriptor = {&o.buffer, 64};
  descriptors[1].type = mux_descriptor_info_type_custom_buffer;
  descriptors[1].custom_buffer_descriptor = {host, 4, 1};
  descriptors[2].type = mux_descriptor_info_type_null_buffer;
  const size_t global_offset[3] = {0, 0, 0};
  const size_t global_size[3] = {64, 2, 2};
  const mux_ndrange_options_t options = {descriptors, 3, {64, 1, 1}, global_offset, global_size, 3};
  expect_dispatch<&Hooks::command_nd_range>(muxCommandNDRange, cb, &o.kernel, options, 1, wait_list,
                                            &out_sync_point);
  uint64_t indices[3] = {2, 1, 0};
  expect_dispatch<&Hooks::update_descriptors>(muxUpdateDescriptors, cb, 7, 3, indices, descriptors);
  const mux_ndrange_update_t update = {7, &o.kernel, options};
  expect_dispatch<&Hooks::update_nd_ranges>(muxUpdateNDRanges, cb, 1, &update);
  const mux_command_user_callback_t callback = [](mux_queue_t, mux_command_buffer_t, void *const) {
  };
  expect_dispatch<&Hooks::command_user_callback>(muxCommandUserCallback, cb, callback, host, 1,
                                                 wait_list, &out_sync_point);
  expect_dispatch<&Hooks::command_barrier>(muxCommandBarrier, cb, 1, wait_list, &out_sync_point);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: queues, fences and semaphores", "[dispatch]") {
  FakeObjects &o = objects;
  mux_fence_t fence = nullptr;
  expect_dispatch<&Hooks::create_fence>(muxCreateFence, &o.device, allocator, &fence);
  expect_dispatch<&Hooks::reset_fence>(muxResetFence, &o.fence);
  expect_dispatch<&Hooks::destroy_fence>(muxDestroyFence, &o.device, &o.fence, allocator);
  mux_semaphore_t semaphore = nullptr;
  expect_dispatch<&Hooks::create_semaphore>(muxCreateSemaphore, &o.device, allocator, &semaphore);
  expect_dispatch<&Hooks::reset_semaphore>(muxResetSemaphore, &o.semaphore);
  expect_dispatch<&Hooks::signal_semaphore>(muxSignalSemaphore, &o.semaphore, mux_error_failure);
  expect_dispatch<&Hooks::destroy_semaphore>(muxDestroySemaphore, &o.device, &o.semaphore,
                                             allocator);
  mux_queue_t queue = nullptr;
  expect_dispatch<&Hooks::get_queue>(muxGetQueue, &o.device, mux_queue_type_compute, 0, &queue);
  mux_semaphore_t semaphores[2] = {&o.semaphore, &o.semaphore};
  const auto user_function = +[](mux_command_buffer_t, mux_result_t, void *const) {};
  expect_dispatch<&Hooks::dispatch>(muxDispatch, &o.queue, &o.command_buffer, &o.fence, semaphores,
                                    2, semaphores, 1, user_function, host);
  expect_dispatch<&Hooks::dispatch>(muxDispatch, &o.queue, &o.command_buffer, nullptr, nullptr, 0,
                                    nullptr, 0, nullptr, nullptr);
  const mux_command_completion_function_t told = [](const mux_command_completion_t *, void *) {};
  expect_dispatch<&Hooks::dispatch_with_completion>(muxDispatchWithCompletion, &o.queue,
                                                    &o.command_buffer, &o.fence, semaphores, 2,
                                                    semaphores, 1, told, host);
  expect_dispatch<&Hooks::dispatch_for_waiter>(muxDispatchForWaiter, &o.queue, &o.command_buffer,
                                               &o.fence, semaphores, 2, semaphores, 1);
  const mux_device_call_t device_call{[](void *) {}, nullptr};
  expect_dispatch<&Hooks::request_device_call>(muxRequestDeviceCall, &o.queue, &device_call);
  expect_dispatch<&Hooks::withdraw_device_call>(muxWithdrawDeviceCall, &o.queue, &device_call);
  expect_dispatch<&Hooks::try_wait>(muxTryWait, &o.queue, 5, &o.fence);
  expect_dispatch<&Hooks::wait>(muxWait, &o.queue, &o.fence);
  expect_dispatch<&Hooks::wait_all>(muxWaitAll, &o.queue);
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: the text of a hook's error", "[dispatch]") {
  using Reset = Recorder<&Hooks::reset_fence>;
  Reset::result = mux_error_internal;
  SECTION("a hook without a message") {
    CHECK(muxResetFence(&objects.fence) == mux_error_internal);
    CHECK(std::string(muxGetLastErrorMessage()) ==
          "muxResetFence: the target \"fake\" returned mux_error_internal");
  }
  SECTION("a hook with a message") {
    Reset::message = "the wheel came off";
    CHECK(muxResetFence(&objects.fence) == mux_error_internal);
    CHECK(std::string(muxGetLastErrorMessage()) == "muxResetFence: the wheel came off");
  }
  SECTION("a message that names the entry point") {
    Reset::message = "muxResetFence: the wheel came off";
    CHECK(muxResetFence(&objects.fence) == mux_error_internal);
    CHECK(std::string(muxGetLastErrorMessage()) == "muxResetFence: the wheel came off");
  }
  SECTION("a message of a hook that succeeded is not used for later errors") {
    Reset::message = "never mind";
    Reset::result = mux_success;
    CHECK(muxResetFence(&objects.fence) == mux_success);
    Reset::message = nullptr;
    Reset::result = mux_error_internal;
    CHECK(muxResetFence(&objects.fence) == mux_error_internal);
    CHECK(last_error_has("\"fake\" returned"));
  }
  SECTION("a message that is too long is truncated") {
    const std::string text(1000, 'x');
    Reset::message = text.c_str();
    CHECK(muxResetFence(&objects.fence) == mux_error_internal);
    CHECK(std::string(muxGetLastErrorMessage()) ==
          "muxResetFence: " + text.substr(0, 511 - std::strlen("muxResetFence: ")));
  }
  Reset::message = nullptr;
  Reset::result = mux_success;
}

TEST_CASE_METHOD(FakeTargetFixture, "dispatch: mux_fence_not_ready is a result, not an error",
                 "[dispatch]") {
  muxSetLastErrorMessage("from before");
  Recorder<&Hooks::try_wait>::result = mux_fence_not_ready;
  CHECK(muxTryWait(&objects.queue, 0, &objects.fence) == mux_fence_not_ready);
  Recorder<&Hooks::try_wait>::result = mux_success;
  CHECK(std::string(muxGetLastErrorMessage()) == "from before");
}

}  // namespace mux::test::hooks
