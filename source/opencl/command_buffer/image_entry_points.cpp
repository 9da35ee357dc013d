// Entry points that record image commands.

#include "opencl/command_buffer/command_recorder.h"
#include "opencl/commands/images.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, cl_mem src_image,
                             cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin,
                             const size_t *region, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle) {
  return call("clCommandCopyImageKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    copy_image(recorder, src_image, dst_image, src_origin, dst_origin, region);
  });
}

cl_int clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return call("clCommandCopyImageToBufferKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    copy_image_to_buffer(recorder, src_image, dst_buffer, src_origin, region, dst_offset);
  });
}

cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, cl_mem src_buffer,
                                     cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                     const size_t *region, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle) {
  return call("clCommandCopyBufferToImageKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    copy_buffer_to_image(recorder, src_buffer, dst_image, src_offset, dst_origin, region);
  });
}

cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, cl_mem image,
                             const void *fill_color, const size_t *origin, const size_t *region,
                             cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle) {
  return call("clCommandFillImageKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    fill_image(recorder, image, fill_color, origin, region);
  });
}
