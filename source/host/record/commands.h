/// @file
/// Hooks that record commands. Each copies its arguments into the command buffer.
#pragma once

#include <mux/extensions.h>
#include <mux/mux.h>

#include <cstdint>

namespace mux::host {

mux_result_t set_command_completion(mux_command_buffer_t command_buffer,
                                    mux_command_id_t command_id,
                                    mux_command_completion_function_t function, void *user_data);

mux_result_t command_read_buffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                 uint64_t offset, void *host_pointer, uint64_t size,
                                 uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point);
mux_result_t command_read_buffer_regions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                         void *host_pointer, mux_buffer_region_info_t *regions,
                                         uint64_t regions_length,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point);
mux_result_t command_write_buffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, const void *host_pointer, uint64_t size,
                                  uint32_t num_sync_points_in_wait_list,
                                  const mux_sync_point_t *sync_point_wait_list,
                                  mux_sync_point_t *sync_point);
mux_result_t command_write_buffer_regions(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                          const void *host_pointer,
                                          mux_buffer_region_info_t *regions,
                                          uint64_t regions_length,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);
mux_result_t command_copy_buffer(mux_command_buffer_t command_buffer, mux_buffer_t src_buffer,
                                 uint64_t src_offset, mux_buffer_t dst_buffer, uint64_t dst_offset,
                                 uint64_t size, uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point);
mux_result_t command_copy_buffer_regions(mux_command_buffer_t command_buffer,
                                         mux_buffer_t src_buffer, mux_buffer_t dst_buffer,
                                         mux_buffer_region_info_t *regions, uint64_t regions_length,
                                         uint32_t num_sync_points_in_wait_list,
                                         const mux_sync_point_t *sync_point_wait_list,
                                         mux_sync_point_t *sync_point);
mux_result_t command_fill_buffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                 uint64_t offset, uint64_t size, const void *pattern_pointer,
                                 uint64_t pattern_size, uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point);
mux_result_t command_read_image(mux_command_buffer_t command_buffer, mux_image_t image,
                                mux_offset_3d_t offset, mux_extent_3d_t extent, uint64_t row_size,
                                uint64_t slice_size, void *pointer,
                                uint32_t num_sync_points_in_wait_list,
                                const mux_sync_point_t *sync_point_wait_list,
                                mux_sync_point_t *sync_point);
mux_result_t command_write_image(mux_command_buffer_t command_buffer, mux_image_t image,
                                 mux_offset_3d_t offset, mux_extent_3d_t extent, uint64_t row_size,
                                 uint64_t slice_size, const void *pointer,
                                 uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point);
mux_result_t command_fill_image(mux_command_buffer_t command_buffer, mux_image_t image,
                                const void *color, uint32_t color_size, mux_offset_3d_t offset,
                                mux_extent_3d_t extent, uint32_t num_sync_points_in_wait_list,
                                const mux_sync_point_t *sync_point_wait_list,
                                mux_sync_point_t *sync_point);
mux_result_t command_copy_image(mux_command_buffer_t command_buffer, mux_image_t src_image,
                                mux_image_t dst_image, mux_offset_3d_t src_offset,
                                mux_offset_3d_t dst_offset, mux_extent_3d_t extent,
                                uint32_t num_sync_points_in_wait_list,
                                const mux_sync_point_t *sync_point_wait_list,
                                mux_sync_point_t *sync_point);
mux_result_t command_copy_image_to_buffer(mux_command_buffer_t command_buffer,
                                          mux_image_t src_image, mux_buffer_t dst_buffer,
                                          mux_offset_3d_t src_offset, uint64_t dst_offset,
                                          mux_extent_3d_t extent,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);
mux_result_t command_copy_buffer_to_image(mux_command_buffer_t command_buffer,
                                          mux_buffer_t src_buffer, mux_image_t dst_image,
                                          uint32_t src_offset, mux_offset_3d_t dst_offset,
                                          mux_extent_3d_t extent,
                                          uint32_t num_sync_points_in_wait_list,
                                          const mux_sync_point_t *sync_point_wait_list,
                                          mux_sync_point_t *sync_point);
mux_result_t command_nd_range(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                              mux_ndrange_options_t options, uint32_t num_sync_points_in_wait_list,
                              const mux_sync_point_t *sync_point_wait_list,
                              mux_sync_point_t *sync_point);
mux_result_t command_user_callback(mux_command_buffer_t command_buffer,
                                   mux_command_user_callback_t user_function, void *user_data,
                                   uint32_t num_sync_points_in_wait_list,
                                   const mux_sync_point_t *sync_point_wait_list,
                                   mux_sync_point_t *sync_point);
mux_result_t command_begin_query(mux_command_buffer_t command_buffer, mux_query_pool_t query_pool,
                                 uint32_t query_index, uint32_t query_count,
                                 uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point);
mux_result_t command_end_query(mux_command_buffer_t command_buffer, mux_query_pool_t query_pool,
                               uint32_t query_index, uint32_t query_count,
                               uint32_t num_sync_points_in_wait_list,
                               const mux_sync_point_t *sync_point_wait_list,
                               mux_sync_point_t *sync_point);
mux_result_t command_reset_query_pool(mux_command_buffer_t command_buffer,
                                      mux_query_pool_t query_pool, uint32_t query_index,
                                      uint32_t query_count, uint32_t num_sync_points_in_wait_list,
                                      const mux_sync_point_t *sync_point_wait_list,
                                      mux_sync_point_t *sync_point);
mux_result_t command_barrier(mux_command_buffer_t command_buffer,
                             uint32_t num_sync_points_in_wait_list,
                             const mux_sync_point_t *sync_point_wait_list,
                             mux_sync_point_t *sync_point);
mux_result_t command_copy_memory(mux_command_buffer_t command_buffer, const void *source,
                                 void *destination, uint64_t size,
                                 uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point);
mux_result_t command_fill_memory(mux_command_buffer_t command_buffer, void *destination,
                                 uint64_t size, const void *pattern, uint64_t pattern_size,
                                 uint32_t num_sync_points_in_wait_list,
                                 const mux_sync_point_t *sync_point_wait_list,
                                 mux_sync_point_t *sync_point);

}  // namespace mux::host
