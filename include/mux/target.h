/// @file
/// Interface between Mux and its targets.
///
/// Entry points of mux.h are independent of targets. Each looks up the target in the low 16 bits of
/// an object's id, validates the call, and calls the target's hook. Some targets are built into the
/// library; a program can add others with muxRegisterTarget().
///
/// Preconditions of a hook: all conditions of the entry point's return codes have been checked,
/// except those that the specification leaves to the target (the state of a command buffer, support
/// of a type of query, whether descriptors fit a kernel, whether a buffer has memory). A hook does
/// not repeat these checks. The target must check the elements of lists of sync-points, because a
/// program may pass one from before a reset of its command buffer: a target compares them with the
/// sync-points that it created and does not dereference others.
///
/// Obligations of a target: every object starts with a `mux_id_t id` of the form `mux_object_id_X |
/// target_id`, device infos with `mux_object_id_device | target_id`.
///
/// Hooks must not throw C++ exceptions.

#ifndef MUX_TARGET_H
#define MUX_TARGET_H

#include <mux/extensions.h>
#include <mux/mux.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The hooks of a target, one for each entry point, with the entry point's parameters and meaning.
/// Zero-initialize it: a NULL hook returns #mux_error_feature_unsupported (a NULL destroy hook is a
/// no-op).
///
/// `create_devices` is called once for each run of adjacent device infos of this target, possibly
/// several times in one muxCreateDevices(); if it fails, it must not create any device.
/// `create_device_with_options` gets valid options, where 0 means the value of the device info; the
/// info of the created device must reflect the options. The index passed to
/// `get_executable_kernel_name` and `get_kernel_argument_info` is below the results of
/// `get_executable_kernel_count` and `get_kernel_argument_count`; without these hooks they are not
/// called.
typedef struct mux_target_hooks_s {
  /// sizeof(mux_target_hooks_t) of the header the target was compiled against.
  size_t size;
  /// Short name for messages, such as "host". Must outlive the process.
  const char *name;
  /// Called once during registration, before any other hook, with the target's id, for the low 16
  /// bits of its objects' ids. May be NULL.
  void (*set_target_id)(mux_target_id_t target_id);

  /// muxGetDeviceInfos().
  mux_result_t (*get_device_infos)(uint32_t device_types, uint64_t device_infos_length,
                                   mux_device_info_t *out_device_infos,
                                   uint64_t *out_device_infos_length);
  /// muxCreateDevices().
  mux_result_t (*create_devices)(uint64_t devices_length, mux_device_info_t *device_infos,
                                 mux_allocator_info_t allocator_info, mux_device_t *out_devices);
  /// muxDestroyDevice().
  void (*destroy_device)(mux_device_t device, mux_allocator_info_t allocator_info);
  /// muxCreateExecutable().
  mux_result_t (*create_executable)(mux_device_t device, const void *binary, uint64_t binary_length,
                                    mux_allocator_info_t allocator_info,
                                    mux_executable_t *out_executable);
  /// muxDestroyExecutable().
  void (*destroy_executable)(mux_device_t device, mux_executable_t executable,
                             mux_allocator_info_t allocator_info);
  /// muxCreateKernel().
  mux_result_t (*create_kernel)(mux_device_t device, mux_executable_t executable, const char *name,
                                uint64_t name_length, mux_allocator_info_t allocator_info,
                                mux_kernel_t *out_kernel);
  /// muxCreateBuiltInKernel().
  mux_result_t (*create_builtin_kernel)(mux_device_t device, const char *name, uint64_t name_length,
                                        mux_allocator_info_t allocator_info,
                                        mux_kernel_t *out_kernel);
  /// muxQuerySubGroupSizeForLocalSize().
  mux_result_t (*query_sub_group_size_for_local_size)(mux_kernel_t kernel, size_t local_size_x,
                                                      size_t local_size_y, size_t local_size_z,
                                                      size_t *out_sub_group_size);
  /// muxQueryLocalSizeForSubGroupCount().
  mux_result_t (*query_local_size_for_sub_group_count)(mux_kernel_t kernel, size_t sub_group_count,
                                                       size_t *out_local_size_x,
                                                       size_t *out_local_size_y,
                                                       size_t *out_local_size_z);
  /// muxQueryWFVInfoForLocalSize().
  mux_result_t (*query_wfv_info_for_local_size)(mux_kernel_t kernel, size_t local_size_x,
                                                size_t local_size_y, size_t local_size_z,
                                                mux_wfv_status_e *out_wfv_status,
                                                size_t *out_work_width_x, size_t *out_work_width_y,
                                                size_t *out_work_width_z);
  /// muxDestroyKernel().
  void (*destroy_kernel)(mux_device_t device, mux_kernel_t kernel,
                         mux_allocator_info_t allocator_info);
  /// muxAllocateMemory().
  mux_result_t (*allocate_memory)(mux_device_t device, size_t size, uint32_t heap,
                                  uint32_t memory_properties, mux_allocation_type_e allocation_type,
                                  uint32_t alignment, mux_allocator_info_t allocator_info,
                                  mux_memory_t *out_memory);
  /// muxCreateMemoryFromHost().
  mux_result_t (*create_memory_from_host)(mux_device_t device, size_t size, void *host_pointer,
                                          mux_allocator_info_t allocator_info,
                                          mux_memory_t *out_memory);
  /// muxFreeMemory().
  void (*free_memory)(mux_device_t device, mux_memory_t memory,
                      mux_allocator_info_t allocator_info);
  /// muxMapMemory().
  mux_result_t (*map_memory)(mux_device_t device, mux_memory_t memory, uint64_t offset,
                             uint64_t size, void **out_data);
  /// muxFlushMappedMemoryToDevice().
  mux_result_t (*flush_mapped_memory_to_device)(mux_device_t device, mux_memory_t memory,
                                                uint64_t offset, uint64_t size);
  /// muxFlushMappedMemoryFromDevice().
  mux_result_t (*flush_mapped_memory_from_device)(mux_device_t device, mux_memory_t memory,
                                                  uint64_t offset, uint64_t size);
  /// muxUnmapMemory().
  mux_result_t (*unmap_memory)(mux_device_t device, mux_memory_t memory);
  /// muxCreateBuffer().
  mux_result_t (*create_buffer)(mux_device_t device, size_t size,
                                mux_allocator_info_t allocator_info, mux_buffer_t *out_buffer);
  /// muxDestroyBuffer().
  void (*destroy_buffer)(mux_device_t device, mux_buffer_t buffer,
                         mux_allocator_info_t allocator_info);
  /// muxBindBufferMemory().
  mux_result_t (*bind_buffer_memory)(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                     uint64_t offset);
  /// muxCreateImage().
  mux_result_t (*create_image)(mux_device_t device, mux_image_type_e type,
                               mux_image_format_e format, uint32_t width, uint32_t height,
                               uint32_t depth, uint32_t array_layers, uint64_t row_size,
                               uint64_t slice_size, mux_allocator_info_t allocator_info,
                               mux_image_t *out_image);
  /// muxDestroyImage().
  void (*destroy_image)(mux_device_t device, mux_image_t image,
                        mux_allocator_info_t allocator_info);
  /// muxBindImageMemory().
  mux_result_t (*bind_image_memory)(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                    uint64_t offset);
  /// muxGetSupportedImageFormats().
  mux_result_t (*get_supported_image_formats)(mux_device_t device, mux_image_type_e image_type,
                                              mux_allocation_type_e allocation_type, uint32_t count,
                                              mux_image_format_e *out_formats, uint32_t *out_count);
  /// muxCreateQueryPool().
  mux_result_t (*create_query_pool)(mux_queue_t queue, mux_query_type_e query_type,
                                    uint32_t query_count,
                                    const mux_query_counter_config_t *query_counter_configs,
                                    mux_allocator_info_t allocator_info,
                                    mux_query_pool_t *out_query_pool);
  /// muxDestroyQueryPool().
  void (*destroy_query_pool)(mux_queue_t queue, mux_query_pool_t query_pool,
                             mux_allocator_info_t allocator_info);
  /// muxGetQueryPoolResults().
  mux_result_t (*get_query_pool_results)(mux_queue_t queue, mux_query_pool_t query_pool,
                                         uint32_t query_index, uint32_t query_count, size_t size,
                                         void *data, size_t stride);
  /// muxGetSupportedQueryCounters().
  mux_result_t (*get_supported_query_counters)(mux_device_t device, mux_queue_type_e queue_type,
                                               uint32_t count, mux_query_counter_t *out_counters,
                                               mux_query_counter_description_t *out_descriptions,
                                               uint32_t *out_count);
  /// muxGetQueryCounterRequiredPasses().
  mux_result_t (*get_query_counter_required_passes)(
      mux_queue_t queue, uint32_t query_count,
      const mux_query_counter_config_t *query_counter_configs, uint32_t *out_pass_count);
  /// muxCreateCommandBuffer().
  mux_result_t (*create_command_buffer)(mux_device_t device, mux_callback_info_t callback_info,
                                        mux_allocator_info_t allocator_info,
                                        mux_command_buffer_t *out_command_buffer);
  /// muxFinalizeCommandBuffer().
  mux_result_t (*finalize_command_buffer)(mux_command_buffer_t command_buffer);
  /// muxCloneCommandBuffer().
  mux_result_t (*clone_command_buffer)(mux_device_t device, mux_allocator_info_t allocator_info,
                                       mux_command_buffer_t command_buffer,
                                       mux_command_buffer_t *out_command_buffer);
  /// muxDestroyCommandBuffer().
  void (*destroy_command_buffer)(mux_device_t device, mux_command_buffer_t command_buffer,
                                 mux_allocator_info_t allocator_info);
  /// muxResetCommandBuffer().
  mux_result_t (*reset_command_buffer)(mux_command_buffer_t command_buffer);
  /// muxCommandReadBuffer().
  mux_result_t (*command_read_buffer)(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                      uint64_t offset, void *host_pointer, uint64_t size,
                                      uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
  /// muxCommandReadBufferRegions().
  mux_result_t (*command_read_buffer_regions)(mux_command_buffer_t command_buffer,
                                              mux_buffer_t buffer, void *host_pointer,
                                              mux_buffer_region_info_t *regions,
                                              uint64_t regions_length,
                                              uint32_t num_sync_points_in_wait_list,
                                              const mux_sync_point_t *sync_point_wait_list,
                                              mux_sync_point_t *sync_point);
  /// muxCommandWriteBuffer().
  mux_result_t (*command_write_buffer)(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                       uint64_t offset, const void *host_pointer, uint64_t size,
                                       uint32_t num_sync_points_in_wait_list,
                                       const mux_sync_point_t *sync_point_wait_list,
                                       mux_sync_point_t *sync_point);
  /// muxCommandWriteBufferRegions().
  mux_result_t (*command_write_buffer_regions)(mux_command_buffer_t command_buffer,
                                               mux_buffer_t buffer, const void *host_pointer,
                                               mux_buffer_region_info_t *regions,
                                               uint64_t regions_length,
                                               uint32_t num_sync_points_in_wait_list,
                                               const mux_sync_point_t *sync_point_wait_list,
                                               mux_sync_point_t *sync_point);
  /// muxCommandCopyBuffer().
  mux_result_t (*command_copy_buffer)(mux_command_buffer_t command_buffer, mux_buffer_t src_buffer,
                                      uint64_t src_offset, mux_buffer_t dst_buffer,
                                      uint64_t dst_offset, uint64_t size,
                                      uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
  /// muxCommandCopyBufferRegions().
  mux_result_t (*command_copy_buffer_regions)(mux_command_buffer_t command_buffer,
                                              mux_buffer_t src_buffer, mux_buffer_t dst_buffer,
                                              mux_buffer_region_info_t *regions,
                                              uint64_t regions_length,
                                              uint32_t num_sync_points_in_wait_list,
                                              const mux_sync_point_t *sync_point_wait_list,
                                              mux_sync_point_t *sync_point);
  /// muxCommandFillBuffer().
  mux_result_t (*command_fill_buffer)(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                      uint64_t offset, uint64_t size, const void *pattern_pointer,
                                      uint64_t pattern_size, uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
  /// muxCommandReadImage().
  mux_result_t (*command_read_image)(mux_command_buffer_t command_buffer, mux_image_t image,
                                     mux_offset_3d_t offset, mux_extent_3d_t extent,
                                     uint64_t row_size, uint64_t slice_size, void *pointer,
                                     uint32_t num_sync_points_in_wait_list,
                                     const mux_sync_point_t *sync_point_wait_list,
                                     mux_sync_point_t *sync_point);
  /// muxCommandWriteImage().
  mux_result_t (*command_write_image)(mux_command_buffer_t command_buffer, mux_image_t image,
                                      mux_offset_3d_t offset, mux_extent_3d_t extent,
                                      uint64_t row_size, uint64_t slice_size, const void *pointer,
                                      uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
  /// muxCommandFillImage().
  mux_result_t (*command_fill_image)(mux_command_buffer_t command_buffer, mux_image_t image,
                                     const void *color, uint32_t color_size, mux_offset_3d_t offset,
                                     mux_extent_3d_t extent, uint32_t num_sync_points_in_wait_list,
                                     const mux_sync_point_t *sync_point_wait_list,
                                     mux_sync_point_t *sync_point);
  /// muxCommandCopyImage().
  mux_result_t (*command_copy_image)(mux_command_buffer_t command_buffer, mux_image_t src_image,
                                     mux_image_t dst_image, mux_offset_3d_t src_offset,
                                     mux_offset_3d_t dst_offset, mux_extent_3d_t extent,
                                     uint32_t num_sync_points_in_wait_list,
                                     const mux_sync_point_t *sync_point_wait_list,
                                     mux_sync_point_t *sync_point);
  /// muxCommandCopyImageToBuffer().
  mux_result_t (*command_copy_image_to_buffer)(mux_command_buffer_t command_buffer,
                                               mux_image_t src_image, mux_buffer_t dst_buffer,
                                               mux_offset_3d_t src_offset, uint64_t dst_offset,
                                               mux_extent_3d_t extent,
                                               uint32_t num_sync_points_in_wait_list,
                                               const mux_sync_point_t *sync_point_wait_list,
                                               mux_sync_point_t *sync_point);
  /// muxCommandCopyBufferToImage().
  mux_result_t (*command_copy_buffer_to_image)(mux_command_buffer_t command_buffer,
                                               mux_buffer_t src_buffer, mux_image_t dst_image,
                                               uint32_t src_offset, mux_offset_3d_t dst_offset,
                                               mux_extent_3d_t extent,
                                               uint32_t num_sync_points_in_wait_list,
                                               const mux_sync_point_t *sync_point_wait_list,
                                               mux_sync_point_t *sync_point);
  /// muxCommandNDRange().
  mux_result_t (*command_nd_range)(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                                   mux_ndrange_options_t options,
                                   uint32_t num_sync_points_in_wait_list,
                                   const mux_sync_point_t *sync_point_wait_list,
                                   mux_sync_point_t *sync_point);
  /// muxUpdateDescriptors().
  mux_result_t (*update_descriptors)(mux_command_buffer_t command_buffer,
                                     mux_command_id_t command_id, uint64_t num_args,
                                     uint64_t *arg_indices, mux_descriptor_info_t *descriptors);
  /// muxCommandUserCallback().
  mux_result_t (*command_user_callback)(mux_command_buffer_t command_buffer,
                                        mux_command_user_callback_t user_function, void *user_data,
                                        uint32_t num_sync_points_in_wait_list,
                                        const mux_sync_point_t *sync_point_wait_list,
                                        mux_sync_point_t *sync_point);
  /// muxCommandBeginQuery().
  mux_result_t (*command_begin_query)(mux_command_buffer_t command_buffer,
                                      mux_query_pool_t query_pool, uint32_t query_index,
                                      uint32_t query_count, uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
  /// muxCommandEndQuery().
  mux_result_t (*command_end_query)(mux_command_buffer_t command_buffer,
                                    mux_query_pool_t query_pool, uint32_t query_index,
                                    uint32_t query_count, uint32_t num_sync_points_in_wait_list,
                                    const mux_sync_point_t *sync_point_wait_list,
                                    mux_sync_point_t *sync_point);
  /// muxCommandResetQueryPool().
  mux_result_t (*command_reset_query_pool)(mux_command_buffer_t command_buffer,
                                           mux_query_pool_t query_pool, uint32_t query_index,
                                           uint32_t query_count,
                                           uint32_t num_sync_points_in_wait_list,
                                           const mux_sync_point_t *sync_point_wait_list,
                                           mux_sync_point_t *sync_point);
  /// muxCreateFence().
  mux_result_t (*create_fence)(mux_device_t device, mux_allocator_info_t allocator_info,
                               mux_fence_t *out_fence);
  /// muxDestroyFence().
  void (*destroy_fence)(mux_device_t device, mux_fence_t fence,
                        mux_allocator_info_t allocator_info);
  /// muxResetFence().
  mux_result_t (*reset_fence)(mux_fence_t fence);
  /// muxCreateSemaphore().
  mux_result_t (*create_semaphore)(mux_device_t device, mux_allocator_info_t allocator_info,
                                   mux_semaphore_t *out_semaphore);
  /// muxDestroySemaphore().
  void (*destroy_semaphore)(mux_device_t device, mux_semaphore_t semaphore,
                            mux_allocator_info_t allocator_info);
  /// muxResetSemaphore().
  mux_result_t (*reset_semaphore)(mux_semaphore_t semaphore);
  /// muxGetQueue().
  mux_result_t (*get_queue)(mux_device_t device, mux_queue_type_e queue_type, uint32_t queue_index,
                            mux_queue_t *out_queue);
  /// muxDispatch().
  mux_result_t (*dispatch)(mux_queue_t queue, mux_command_buffer_t command_buffer,
                           mux_fence_t fence, mux_semaphore_t *wait_semaphores,
                           uint32_t wait_semaphores_length, mux_semaphore_t *signal_semaphores,
                           uint32_t signal_semaphores_length,
                           void (*user_function)(mux_command_buffer_t command_buffer,
                                                 mux_result_t error, void *const user_data),
                           void *user_data);
  /// muxTryWait().
  mux_result_t (*try_wait)(mux_queue_t queue, uint64_t timeout, mux_fence_t fence);
  /// muxWait().
  mux_result_t (*wait)(mux_queue_t queue, mux_fence_t fence);
  /// muxWaitAll().
  mux_result_t (*wait_all)(mux_queue_t queue);
  /// muxQueryMaxNumSubGroups().
  mux_result_t (*query_max_num_sub_groups)(mux_kernel_t kernel, size_t *out_max_num_sub_groups);

  /// muxGetExecutableKernelCount().
  mux_result_t (*get_executable_kernel_count)(mux_executable_t executable, uint64_t *out_count);
  /// muxGetExecutableKernelName().
  mux_result_t (*get_executable_kernel_name)(mux_executable_t executable, uint64_t index,
                                             const char **out_name);
  /// muxGetKernelArgumentCount().
  mux_result_t (*get_kernel_argument_count)(mux_kernel_t kernel, uint64_t *out_count);
  /// muxGetKernelArgumentInfo().
  mux_result_t (*get_kernel_argument_info)(mux_kernel_t kernel, uint64_t index,
                                           mux_kernel_argument_info_t *out_info);
  /// muxSetKernelOutput().
  mux_result_t (*set_kernel_output)(mux_command_buffer_t command_buffer,
                                    mux_kernel_output_e output);
  /// muxCreateDeviceWithOptions().
  mux_result_t (*create_device_with_options)(mux_device_info_t device_info,
                                             const mux_device_options_t *options,
                                             mux_allocator_info_t allocator_info,
                                             mux_device_t *out_device);
  /// muxGetKernelVectorization().
  mux_result_t (*get_kernel_vectorization)(mux_kernel_t kernel, const char **out_text);
  /// muxGetKernelInfo().
  mux_result_t (*get_kernel_info)(mux_kernel_t kernel, mux_kernel_info_t *out_info);
  /// muxSuggestLocalSize().
  mux_result_t (*suggest_local_size)(mux_kernel_t kernel, size_t dimensions,
                                     const size_t *global_size, mux_local_size_fit_e fit,
                                     size_t *out_local_size_x, size_t *out_local_size_y,
                                     size_t *out_local_size_z);
  /// muxSignalSemaphore().
  mux_result_t (*signal_semaphore)(mux_semaphore_t semaphore, mux_result_t status);
  /// muxSetCommandCompletion().
  mux_result_t (*set_command_completion)(mux_command_buffer_t command_buffer,
                                         mux_command_id_t command_id,
                                         mux_command_completion_function_t function,
                                         void *user_data);
  /// muxCommandBarrier().
  mux_result_t (*command_barrier)(mux_command_buffer_t command_buffer,
                                  uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point);
  /// muxCommandCopyMemory().
  mux_result_t (*command_copy_memory)(mux_command_buffer_t command_buffer, const void *source,
                                      void *destination, uint64_t size,
                                      uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
  /// muxCommandFillMemory().
  mux_result_t (*command_fill_memory)(mux_command_buffer_t command_buffer, void *destination,
                                      uint64_t size, const void *pattern, uint64_t pattern_size,
                                      uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
  /// muxUpdateNDRanges().
  mux_result_t (*update_nd_ranges)(mux_command_buffer_t command_buffer, uint64_t updates_length,
                                   const mux_ndrange_update_t *updates);
  /// muxDispatchWithCompletion().
  mux_result_t (*dispatch_with_completion)(
      mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
      const mux_semaphore_t *wait_semaphores, uint32_t wait_semaphores_length,
      const mux_semaphore_t *signal_semaphores, uint32_t signal_semaphores_length,
      mux_command_completion_function_t completion, void *user_data);
  /// muxRequestDeviceCall().
  mux_result_t (*request_device_call)(mux_queue_t queue, const mux_device_call_t *call);
  /// muxWithdrawDeviceCall().
  mux_result_t (*withdraw_device_call)(mux_queue_t queue, const mux_device_call_t *call);
  /// muxGetProcessorInfos().
  mux_result_t (*get_processor_infos)(mux_device_info_t device_info, uint64_t infos_length,
                                      mux_processor_info_t *out_infos, uint64_t *out_infos_length);
  /// muxGetExecutableInfo().
  mux_result_t (*get_executable_info)(mux_executable_t executable, mux_executable_info_t *out_info);
  /// muxCreateExecutableWithOptions().
  mux_result_t (*create_executable_with_options)(mux_device_t device, const void *binary,
                                                 uint64_t binary_length,
                                                 const mux_executable_options_t *options,
                                                 mux_allocator_info_t allocator_info,
                                                 mux_executable_t *out_executable);
  /// muxDispatchForWaiter().
  mux_result_t (*dispatch_for_waiter)(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                      mux_fence_t fence, const mux_semaphore_t *wait_semaphores,
                                      uint32_t wait_semaphores_length,
                                      const mux_semaphore_t *signal_semaphores,
                                      uint32_t signal_semaphores_length);
  /// muxGetExecutableConstantCount(). A target without it is not passed values of constants.
  mux_result_t (*get_executable_constant_count)(mux_executable_t executable, uint64_t *out_count);
  /// muxGetExecutableConstantInfo().
  mux_result_t (*get_executable_constant_info)(mux_executable_t executable, uint64_t index,
                                               mux_constant_info_t *out_info);
} mux_target_hooks_t;

/// Adds a target, whose devices are enumerated after those of previous targets.
///
/// @param[in] hooks must stay valid until the process ends.
/// @param[out] out_target_id the id of the target; never 0.
/// @return #mux_error_invalid_value if `hooks` is NULL, its size is 0, ends inside a hook or is
/// greater than this library knows, or its name or get_device_infos is NULL;
/// #mux_error_null_out_parameter if `out_target_id` is NULL; #mux_error_out_of_memory if the
/// registry is full.
///
/// The table of an older header is shorter; missing hooks are NULL. Thread-safe, but
/// set_target_id() must not register a target. A target cannot be removed, because objects may have
/// its id.
MUX_API mux_result_t muxRegisterTarget(const mux_target_hooks_t *hooks,
                                       mux_target_id_t *out_target_id);

/// Sets the error text of a hook, which muxGetLastErrorMessage() returns on this thread, truncated
/// to 511 bytes. Call it before a hook returns an error; the name of the entry point is prefixed.
/// Without it, the text contains the hook's result. NULL clears the text. Thread-safe.
MUX_API void muxSetLastErrorMessage(const char *message);

#ifdef __cplusplus
}
#endif

#endif  // MUX_TARGET_H
