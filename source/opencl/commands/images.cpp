// Entry points that read, write and fill images.

#include "opencl/commands/images.h"
#include "opencl/commands/image_box.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace mux::opencl {

void fill_image(Recorder &recorder, cl_mem image, const void *color, const size_t *origin,
                const size_t *region) {
  Image &filled = image_of(recorder, image);
  require(color != nullptr, CL_INVALID_VALUE, "fill_color is NULL");
  const ImageBox box = checked_box(filled, origin, region);
  const FillColor components = fill_color_of(filled, color);
  recorder.record([&](Recording &recording) {
    recording.keep(filled);
    return muxCommandFillImage(recording.commands, filled.on(recorder.device_index()),
                               components.data(), sizeof components, box.offset, box.extent,
                               recording.wait_count, recording.waits, recording.sync_point);
  });
}

}  // namespace mux::opencl

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                          const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueReadImage", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Image &source = image_of(queue, image);
    const ImageBox box = checked_box(source, origin, region);
    require_pitches(source, box, {row_pitch, slice_pitch});
    require_pointer(ptr);
    require_host_reads(source);
    queue.enqueue({CL_COMMAND_READ_IMAGE, num_events_in_wait_list, event_wait_list, event,
                   blocking_read != CL_FALSE},
                  [&](Recording &recording) {
                    recording.keep(source);
                    return muxCommandReadImage(recording.commands, source.on(queue.device_index()),
                                               box.offset, box.extent, row_pitch, slice_pitch, ptr,
                                               recording.wait_count, recording.waits,
                                               recording.sync_point);
                  });
  });
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                           const size_t *origin, const size_t *region, size_t input_row_pitch,
                           size_t input_slice_pitch, const void *ptr,
                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                           cl_event *event) {
  return call<Queue>("clEnqueueWriteImage", command_queue, [&] {
    Queue &queue = checked<Queue>(command_queue);
    Image &destination = image_of(queue, image);
    const ImageBox box = checked_box(destination, origin, region);
    require_pitches(destination, box, {input_row_pitch, input_slice_pitch});
    require_pointer(ptr);
    require_host_writes(destination);
    queue.enqueue({CL_COMMAND_WRITE_IMAGE, num_events_in_wait_list, event_wait_list, event,
                   blocking_write != CL_FALSE},
                  [&](Recording &recording) {
                    recording.keep(destination);
                    return muxCommandWriteImage(
                        recording.commands, destination.on(queue.device_index()), box.offset,
                        box.extent, input_row_pitch, input_slice_pitch, ptr, recording.wait_count,
                        recording.waits, recording.sync_point);
                  });
  });
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                          const size_t *origin, const size_t *region,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event) {
  return call<Queue>("clEnqueueFillImage", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_FILL_IMAGE, num_events_in_wait_list, event_wait_list, event});
    fill_image(enqueuer, image, fill_color, origin, region);
  });
}
