// Entry points that read, write, copy and fill buffers.

#include "opencl/commands/buffers.h"

#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

/// Whether the host pointer is the buffer's own memory, so that nothing has to be copied.
bool is_own(const Buffer &buffer, size_t offset, const void *ptr) {
  return ptr == static_cast<const std::byte *>(buffer.data()) + offset;
}

}  // namespace

namespace mux::opencl {

void copy_buffer(Recorder &recorder, cl_mem source, cl_mem destination, size_t source_offset,
                 size_t destination_offset, size_t size) {
  Buffer &from = buffer_of(recorder, source);
  Buffer &to = buffer_of(recorder, destination);
  require_range(from, source_offset, size);
  require_range(to, destination_offset, size);
  require(!share_bytes(from, source_offset, size, to, destination_offset, size),
          CL_MEM_COPY_OVERLAP, "source and destination overlap");
  const size_t device = recorder.device_index();
  recorder.record([&](Recording &recording) {
    if (size == 0) {
      return recording.nothing();
    }
    recording.expect_bytes(size);
    recording.keep(from);
    recording.keep(to);
    return muxCommandCopyBuffer(recording.commands, from.on(device), source_offset, to.on(device),
                                destination_offset, size, recording.wait_count, recording.waits,
                                recording.sync_point);
  });
}

void fill_buffer(Recorder &recorder, cl_mem buffer, const Pattern &pattern, size_t offset,
                 size_t size) {
  Buffer &filled = buffer_of(recorder, buffer);
  require_range(filled, offset, size);
  require_pattern(pattern, size);
  require(offset % pattern.size == 0, CL_INVALID_VALUE, "offset is not a multiple of pattern_size");
  recorder.record([&](Recording &recording) {
    if (size == 0) {
      return recording.nothing();
    }
    recording.expect_bytes(size);
    recording.keep(filled);
    return muxCommandFillBuffer(recording.commands, filled.on(recorder.device_index()), offset,
                                size, pattern.bytes, pattern.size, recording.wait_count,
                                recording.waits, recording.sync_point);
  });
}

}  // namespace mux::opencl

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                           size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueReadBuffer", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &source = buffer_of(queue, buffer);
    require_range(source, offset, size);
    require_pointer(ptr);
    require_host_reads(source);
    queue.enqueue({CL_COMMAND_READ_BUFFER, num_events_in_wait_list, event_wait_list, event,
                   blocking_read != CL_FALSE},
                  [&](Recording &recording) {
                    if (size == 0 || is_own(source, offset, ptr)) {
                      return recording.nothing();
                    }
                    recording.expect_bytes(size);
                    recording.keep(source);
                    return muxCommandReadBuffer(recording.commands, source.on(queue.device_index()),
                                                offset, ptr, size, recording.wait_count,
                                                recording.waits, recording.sync_point);
                  });
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                            size_t offset, size_t size, const void *ptr,
                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                            cl_event *event) {
  return call<Queue>("clEnqueueWriteBuffer", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &destination = buffer_of(queue, buffer);
    require_range(destination, offset, size);
    require_pointer(ptr);
    require_host_writes(destination);
    queue.enqueue({CL_COMMAND_WRITE_BUFFER, num_events_in_wait_list, event_wait_list, event,
                   blocking_write != CL_FALSE},
                  [&](Recording &recording) {
                    if (size == 0 || is_own(destination, offset, ptr)) {
                      return recording.nothing();
                    }
                    recording.expect_bytes(size);
                    recording.keep(destination);
                    return muxCommandWriteBuffer(
                        recording.commands, destination.on(queue.device_index()), offset, ptr, size,
                        recording.wait_count, recording.waits, recording.sync_point);
                  });
  });
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                           size_t src_offset, size_t dst_offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return call<Queue>("clEnqueueCopyBuffer", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_COPY_BUFFER, num_events_in_wait_list, event_wait_list, event});
    copy_buffer(enqueuer, src_buffer, dst_buffer, src_offset, dst_offset, size);
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return call<Queue>("clEnqueueFillBuffer", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_FILL_BUFFER, num_events_in_wait_list, event_wait_list, event});
    fill_buffer(enqueuer, buffer, {pattern, pattern_size}, offset, size);
  });
}
