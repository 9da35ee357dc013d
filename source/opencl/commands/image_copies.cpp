// Entry points that copy images, and between images and buffers.

#include "opencl/commands/image_box.h"
#include "opencl/commands/images.h"
#include "opencl/support/call.h"

using namespace mux::opencl;

namespace {

void require_same_format(const Image &one, const Image &other) {
  const cl_image_format &format = one.shape().format;
  const cl_image_format &other_format = other.shape().format;
  require(format.image_channel_order == other_format.image_channel_order &&
              format.image_channel_data_type == other_format.image_channel_data_type,
          CL_IMAGE_FORMAT_MISMATCH, "the formats of the images differ");
}

void require_other_pixels(const Image &image, const Buffer &buffer) {
  require(image.type() != CL_MEM_OBJECT_IMAGE1D_BUFFER || image.parent() != &buffer,
          CL_INVALID_MEM_OBJECT, "the image was created from the buffer");
}

}  // namespace

namespace mux::opencl {

void copy_image(Recorder &recorder, cl_mem source, cl_mem destination, const size_t *source_origin,
                const size_t *destination_origin, const size_t *region) {
  Image &from = image_of(recorder, source);
  Image &to = image_of(recorder, destination);
  require_same_format(from, to);
  const ImageBox read = checked_box(from, source_origin, region);
  const ImageBox written = checked_box(to, destination_origin, region);
  require(&from != &to || !share_pixels(read, written), CL_MEM_COPY_OVERLAP,
          "source and destination overlap");
  const size_t device = recorder.device_index();
  recorder.record([&](Recording &recording) {
    recording.keep(from);
    recording.keep(to);
    const mux_result_t result = muxCommandCopyImage(
        recording.commands, from.on(device), to.on(device), read.offset, written.offset,
        read.extent, recording.wait_count, recording.waits, recording.sync_point);
    // The other causes were checked: the images differ, but share memory.
    require(result != mux_error_invalid_value, CL_MEM_COPY_OVERLAP,
            "source and destination overlap in memory");
    return result;
  });
}

void copy_image_to_buffer(Recorder &recorder, cl_mem source, cl_mem destination,
                          const size_t *origin, const size_t *region, size_t offset) {
  Image &from = image_of(recorder, source);
  Buffer &to = buffer_of(recorder, destination);
  require_other_pixels(from, to);
  const ImageBox box = checked_box(from, origin, region);
  require_range(to, offset, packed_size(from, box));
  const size_t device = recorder.device_index();
  recorder.record([&](Recording &recording) {
    recording.keep(from);
    recording.keep(to);
    return muxCommandCopyImageToBuffer(recording.commands, from.on(device), to.on(device),
                                       box.offset, offset, box.extent, recording.wait_count,
                                       recording.waits, recording.sync_point);
  });
}

void copy_buffer_to_image(Recorder &recorder, cl_mem source, cl_mem destination, size_t offset,
                          const size_t *origin, const size_t *region) {
  Buffer &from = buffer_of(recorder, source);
  Image &to = image_of(recorder, destination);
  require_other_pixels(to, from);
  const ImageBox box = checked_box(to, origin, region);
  require_range(from, offset, packed_size(to, box));
  recorder.record([&](Recording &recording) {
    recording.keep(from);
    recording.keep(to);
    // The offset of muxCommandCopyBufferToImage() has only 32 bits.
    const auto *pixels = static_cast<const std::byte *>(from.data()) + offset;
    return muxCommandWriteImage(recording.commands, to.on(recorder.device_index()), box.offset,
                                box.extent, 0, 0, pixels, recording.wait_count, recording.waits,
                                recording.sync_point);
  });
}

}  // namespace mux::opencl

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event) {
  return call<Queue>("clEnqueueCopyImage", command_queue, [&] {
    Enqueuer enqueuer(checked<Queue>(command_queue),
                      {CL_COMMAND_COPY_IMAGE, num_events_in_wait_list, event_wait_list, event});
    copy_image(enqueuer, src_image, dst_image, src_origin, dst_origin, region);
  });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                  cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
                                  size_t dst_offset, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueCopyImageToBuffer", command_queue, [&] {
    Enqueuer enqueuer(
        checked<Queue>(command_queue),
        {CL_COMMAND_COPY_IMAGE_TO_BUFFER, num_events_in_wait_list, event_wait_list, event});
    copy_image_to_buffer(enqueuer, src_image, dst_buffer, src_origin, region, dst_offset);
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                  cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                  const size_t *region, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return call<Queue>("clEnqueueCopyBufferToImage", command_queue, [&] {
    Enqueuer enqueuer(
        checked<Queue>(command_queue),
        {CL_COMMAND_COPY_BUFFER_TO_IMAGE, num_events_in_wait_list, event_wait_list, event});
    copy_buffer_to_image(enqueuer, src_buffer, dst_image, src_offset, dst_origin, region);
  });
}
