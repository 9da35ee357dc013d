// Entry points that record buffer, SVM and barrier commands.

#include "opencl/command_buffer/command_recorder.h"
#include "opencl/commands/buffers.h"
#include "opencl/commands/shared_memory.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer,
                                       cl_command_queue command_queue,
                                       const cl_command_properties_khr *properties,
                                       cl_uint num_sync_points_in_wait_list,
                                       const cl_sync_point_khr *sync_point_wait_list,
                                       cl_sync_point_khr *sync_point,
                                       cl_mutable_command_khr *mutable_handle) {
  return call("clCommandBarrierWithWaitListKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    recorder.record_barrier();
  });
}

cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, cl_mem src_buffer,
                              cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle) {
  return call("clCommandCopyBufferKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    copy_buffer(recorder, src_buffer, dst_buffer, src_offset, dst_offset, size);
  });
}

cl_int clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return call("clCommandCopyBufferRectKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    copy_buffer_rectangle(recorder, src_buffer, dst_buffer,
                          {src_origin, src_row_pitch, src_slice_pitch},
                          {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
  });
}

cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, cl_mem buffer,
                              const void *pattern, size_t pattern_size, size_t offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle) {
  return call("clCommandFillBufferKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    fill_buffer(recorder, buffer, {pattern, pattern_size}, offset, size);
  });
}

cl_int clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, void *dst_ptr,
                             const void *src_ptr, size_t size, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle) {
  return call("clCommandSVMMemcpyKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    copy_memory(recorder, dst_ptr, src_ptr, size);
  });
}

cl_int clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, void *svm_ptr,
                              const void *pattern, size_t pattern_size, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle) {
  return call("clCommandSVMMemFillKHR", [&] {
    CommandRecorder recorder(command_buffer,
                             {command_queue,
                              properties,
                              {num_sync_points_in_wait_list, sync_point_wait_list, sync_point},
                              mutable_handle});
    fill_memory(recorder, svm_ptr, {pattern, pattern_size}, size);
  });
}
