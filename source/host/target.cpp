#include "host/target.h"

#include "host/objects/buffer.h"
#include "host/objects/builtin_kernels.h"
#include "host/objects/device.h"
#include "host/objects/device_info.h"
#include "host/objects/executable.h"
#include "host/objects/fence.h"
#include "host/objects/image.h"
#include "host/objects/kernel.h"
#include "host/objects/kernel_queries.h"
#include "host/objects/memory.h"
#include "host/objects/query_pool.h"
#include "host/objects/queue.h"
#include "host/objects/semaphore.h"
#include "host/record/command_buffer.h"
#include "host/record/commands.h"
#include "host/record/dispatch.h"
#include "host/record/kernel_output.h"
#include "host/support/object_id.h"

namespace mux::host {
namespace {

/// Hooks that are NULL are unsupported features; the device info reports them as such.
constexpr mux_target_hooks_t table = {
    .size = sizeof(mux_target_hooks_t),
    .name = "host",
    .set_target_id = set_target_id,
    .get_device_infos = get_device_infos,
    .create_devices = create_devices,
    .destroy_device = destroy_device,
    .create_executable = create_executable,
    .destroy_executable = destroy_executable,
    .create_kernel = create_kernel,
    .create_builtin_kernel = create_builtin_kernel,
    .query_sub_group_size_for_local_size = query_sub_group_size_for_local_size,
    .query_local_size_for_sub_group_count = query_local_size_for_sub_group_count,
    .query_wfv_info_for_local_size = query_wfv_info_for_local_size,
    .destroy_kernel = destroy_kernel,
    .allocate_memory = allocate_memory,
    .create_memory_from_host = create_memory_from_host,
    .free_memory = free_memory,
    .map_memory = map_memory,
    .flush_mapped_memory_to_device = flush_mapped_memory_to_device,
    .flush_mapped_memory_from_device = flush_mapped_memory_from_device,
    .unmap_memory = unmap_memory,
    .create_buffer = create_buffer,
    .destroy_buffer = destroy_buffer,
    .bind_buffer_memory = bind_buffer_memory,
    .create_image = create_image,
    .destroy_image = destroy_image,
    .bind_image_memory = bind_image_memory,
    .get_supported_image_formats = get_supported_image_formats,
    .create_query_pool = create_query_pool,
    .destroy_query_pool = destroy_query_pool,
    .get_query_pool_results = get_query_pool_results,
    .get_supported_query_counters = get_supported_query_counters,
    .get_query_counter_required_passes = get_query_counter_required_passes,
    .create_command_buffer = create_command_buffer,
    .finalize_command_buffer = finalize_command_buffer,
    .clone_command_buffer = clone_command_buffer,
    .destroy_command_buffer = destroy_command_buffer,
    .reset_command_buffer = reset_command_buffer,
    .command_read_buffer = command_read_buffer,
    .command_read_buffer_regions = command_read_buffer_regions,
    .command_write_buffer = command_write_buffer,
    .command_write_buffer_regions = command_write_buffer_regions,
    .command_copy_buffer = command_copy_buffer,
    .command_copy_buffer_regions = command_copy_buffer_regions,
    .command_fill_buffer = command_fill_buffer,
    .command_read_image = command_read_image,
    .command_write_image = command_write_image,
    .command_fill_image = command_fill_image,
    .command_copy_image = command_copy_image,
    .command_copy_image_to_buffer = command_copy_image_to_buffer,
    .command_copy_buffer_to_image = command_copy_buffer_to_image,
    .command_nd_range = command_nd_range,
    .update_descriptors = update_descriptors,
    .command_user_callback = command_user_callback,
    .command_begin_query = command_begin_query,
    .command_end_query = command_end_query,
    .command_reset_query_pool = command_reset_query_pool,
    .create_fence = create_fence,
    .destroy_fence = destroy_fence,
    .reset_fence = reset_fence,
    .create_semaphore = create_semaphore,
    .destroy_semaphore = destroy_semaphore,
    .reset_semaphore = reset_semaphore,
    .get_queue = get_queue,
    .dispatch = dispatch,
    .try_wait = try_wait,
    .wait = wait,
    .wait_all = wait_all,
    .query_max_num_sub_groups = query_max_num_sub_groups,
    .get_executable_kernel_count = get_executable_kernel_count,
    .get_executable_kernel_name = get_executable_kernel_name,
    .get_kernel_argument_count = get_kernel_argument_count,
    .get_kernel_argument_info = get_kernel_argument_info,
    .set_kernel_output = set_kernel_output,
    .create_device_with_options = create_device_with_options,
    .get_kernel_vectorization = get_kernel_vectorization,
    .get_kernel_info = get_kernel_info,
    .suggest_local_size = suggest_local_size,
    .signal_semaphore = signal_semaphore,
    .set_command_completion = set_command_completion,
    .command_barrier = command_barrier,
    .command_copy_memory = command_copy_memory,
    .command_fill_memory = command_fill_memory,
    .update_nd_ranges = update_nd_ranges,
    .dispatch_with_completion = dispatch_with_completion,
    .request_device_call = request_device_call,
    .withdraw_device_call = withdraw_device_call,
    .get_processor_infos = get_processor_infos,
    .get_executable_info = get_executable_info,
    .create_executable_with_options = create_executable_with_options,
    .dispatch_for_waiter = dispatch_for_waiter,
    .get_executable_constant_count = get_executable_constant_count,
    .get_executable_constant_info = get_executable_constant_info,
};

}  // namespace

const mux_target_hooks_t *hooks() {
  return &table;
}

}  // namespace mux::host
