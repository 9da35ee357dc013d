// Entry points that read, write, copy and fill buffers.

#include "opencl/commands/arguments.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

/// Whether the program gives a buffer's own bytes: then they are there already.
bool is_own(const Buffer &buffer, size_t offset, const void *ptr) {
  return ptr == static_cast<const std::byte *>(buffer.data()) + offset;
}

}  // namespace

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                           size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event) {
  return call("clEnqueueReadBuffer", [&] {
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
  return call("clEnqueueWriteBuffer", [&] {
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
  return call("clEnqueueCopyBuffer", [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &source = buffer_of(queue, src_buffer);
    Buffer &destination = buffer_of(queue, dst_buffer);
    require_range(source, src_offset, size);
    require_range(destination, dst_offset, size);
    require(!share_bytes(source, src_offset, size, destination, dst_offset, size),
            CL_MEM_COPY_OVERLAP, "source and destination overlap");
    queue.enqueue({CL_COMMAND_COPY_BUFFER, num_events_in_wait_list, event_wait_list, event},
                  [&](Recording &recording) {
                    if (size == 0) {
                      return recording.nothing();
                    }
                    recording.keep(source);
                    recording.keep(destination);
                    return muxCommandCopyBuffer(recording.commands, source.on(queue.device_index()),
                                                src_offset, destination.on(queue.device_index()),
                                                dst_offset, size, recording.wait_count,
                                                recording.waits, recording.sync_point);
                  });
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return call("clEnqueueFillBuffer", [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &filled = buffer_of(queue, buffer);
    require_range(filled, offset, size);
    require_pattern(pattern, pattern_size, size);
    require(offset % pattern_size == 0, CL_INVALID_VALUE,
            "the offset is no multiple of the pattern's size");
    queue.enqueue({CL_COMMAND_FILL_BUFFER, num_events_in_wait_list, event_wait_list, event},
                  [&](Recording &recording) {
                    if (size == 0) {
                      return recording.nothing();
                    }
                    recording.keep(filled);
                    return muxCommandFillBuffer(
                        recording.commands, filled.on(queue.device_index()), offset, size, pattern,
                        pattern_size, recording.wait_count, recording.waits, recording.sync_point);
                  });
  });
}
