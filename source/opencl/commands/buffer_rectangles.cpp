// Entry points that read, write and copy rectangular regions of buffers.

#include "opencl/commands/buffers.h"
#include "opencl/commands/rectangle.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace mux::opencl {

void copy_buffer_rectangle(Recorder &recorder, cl_mem source, cl_mem destination,
                           const BoxLayout &from, const BoxLayout &to, const size_t *region) {
  Buffer &source_buffer = buffer_of(recorder, source);
  Buffer &destination_buffer = buffer_of(recorder, destination);
  const Rectangle read = checked_rectangle(from.origin, region, from.row_pitch, from.slice_pitch);
  const Rectangle written = checked_rectangle(to.origin, region, to.row_pitch, to.slice_pitch);
  require_within(read, source_buffer);
  require_within(written, destination_buffer);
  require(&source_buffer != &destination_buffer ||
              (read.row_pitch == written.row_pitch && read.slice_pitch == written.slice_pitch),
          CL_INVALID_VALUE, "source and destination are the same buffer, and their pitches differ");
  require(!share_bytes(source_buffer, read, destination_buffer, written), CL_MEM_COPY_OVERLAP,
          "source and destination overlap");
  const size_t device = recorder.device_index();
  recorder.record([&](Recording &recording) {
    recording.keep(source_buffer);
    recording.keep(destination_buffer);
    mux_buffer_region_info_t info = region_info(read, written);
    return muxCommandCopyBufferRegions(recording.commands, source_buffer.on(device),
                                       destination_buffer.on(device), &info, 1,
                                       recording.wait_count, recording.waits, recording.sync_point);
  });
}

}  // namespace mux::opencl

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row_pitch,
                               size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                               const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueReadBufferRect", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &source = buffer_of(queue, buffer);
    const Rectangle from =
        checked_rectangle(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
    const Rectangle to = checked_rectangle(host_origin, region, host_row_pitch, host_slice_pitch);
    require_within(from, source);
    require_pointer(ptr);
    require_host_reads(source);
    queue.enqueue({CL_COMMAND_READ_BUFFER_RECT, num_events_in_wait_list, event_wait_list, event,
                   blocking_read != CL_FALSE},
                  [&](Recording &recording) {
                    recording.keep(source);
                    mux_buffer_region_info_t info = region_info(from, to);
                    return muxCommandReadBufferRegions(
                        recording.commands, source.on(queue.device_index()), ptr, &info, 1,
                        recording.wait_count, recording.waits, recording.sync_point);
                  });
  });
}

cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                cl_bool blocking_write, const size_t *buffer_origin,
                                const size_t *host_origin, const size_t *region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                cl_event *event) {
  return call<Queue>("clEnqueueWriteBufferRect", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &destination = buffer_of(queue, buffer);
    const Rectangle to =
        checked_rectangle(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
    const Rectangle from = checked_rectangle(host_origin, region, host_row_pitch, host_slice_pitch);
    require_within(to, destination);
    require_pointer(ptr);
    require_host_writes(destination);
    queue.enqueue({CL_COMMAND_WRITE_BUFFER_RECT, num_events_in_wait_list, event_wait_list, event,
                   blocking_write != CL_FALSE},
                  [&](Recording &recording) {
                    recording.keep(destination);
                    mux_buffer_region_info_t info = region_info(from, to);
                    return muxCommandWriteBufferRegions(
                        recording.commands, destination.on(queue.device_index()), ptr, &info, 1,
                        recording.wait_count, recording.waits, recording.sync_point);
                  });
  });
}

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t *src_origin, const size_t *dst_origin,
                               const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                               size_t dst_row_pitch, size_t dst_slice_pitch,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event) {
  return call<Queue>("clEnqueueCopyBufferRect", command_queue, [&] {
    Enqueuer enqueuer(
        checked<Queue>(command_queue),
        {CL_COMMAND_COPY_BUFFER_RECT, num_events_in_wait_list, event_wait_list, event});
    copy_buffer_rectangle(enqueuer, src_buffer, dst_buffer,
                          {src_origin, src_row_pitch, src_slice_pitch},
                          {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
  });
}
