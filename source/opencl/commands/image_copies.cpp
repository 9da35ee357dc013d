// Entry points that copy between images, and between images and buffers.

#include "opencl/commands/image_box.h"
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
          CL_INVALID_MEM_OBJECT, "the image's pixels are the buffer's");
}

}  // namespace

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event) {
  return call("clEnqueueCopyImage", [&] {
    Queue &queue = checked<Queue>(command_queue);
    Image &source = image_of(queue, src_image);
    Image &destination = image_of(queue, dst_image);
    require_same_format(source, destination);
    const ImageBox from = checked_box(source, src_origin, region);
    const ImageBox to = checked_box(destination, dst_origin, region);
    require(&source != &destination || !share_pixels(from, to), CL_MEM_COPY_OVERLAP,
            "source and destination overlap");
    queue.enqueue({CL_COMMAND_COPY_IMAGE, num_events_in_wait_list, event_wait_list, event},
                  [&](Recording &recording) {
                    recording.keep(source);
                    recording.keep(destination);
                    const mux_result_t result = muxCommandCopyImage(
                        recording.commands, source.on(queue.device_index()),
                        destination.on(queue.device_index()), from.offset, to.offset, from.extent,
                        recording.wait_count, recording.waits, recording.sync_point);
                    // All else is checked: they are different images of the same memory.
                    require(result != mux_error_invalid_value, CL_MEM_COPY_OVERLAP,
                            "source and destination overlap in memory");
                    return result;
                  });
  });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                  cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
                                  size_t dst_offset, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return call("clEnqueueCopyImageToBuffer", [&] {
    Queue &queue = checked<Queue>(command_queue);
    Image &source = image_of(queue, src_image);
    Buffer &destination = buffer_of(queue, dst_buffer);
    require_other_pixels(source, destination);
    const ImageBox box = checked_box(source, src_origin, region);
    require_range(destination, dst_offset, packed_size(source, box));
    queue.enqueue(
        {CL_COMMAND_COPY_IMAGE_TO_BUFFER, num_events_in_wait_list, event_wait_list, event},
        [&](Recording &recording) {
          recording.keep(source);
          recording.keep(destination);
          return muxCommandCopyImageToBuffer(recording.commands, source.on(queue.device_index()),
                                             destination.on(queue.device_index()), box.offset,
                                             dst_offset, box.extent, recording.wait_count,
                                             recording.waits, recording.sync_point);
        });
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                  cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                  const size_t *region, cl_uint num_events_in_wait_list,
                                  const cl_event *event_wait_list, cl_event *event) {
  return call("clEnqueueCopyBufferToImage", [&] {
    Queue &queue = checked<Queue>(command_queue);
    Buffer &source = buffer_of(queue, src_buffer);
    Image &destination = image_of(queue, dst_image);
    require_other_pixels(destination, source);
    const ImageBox box = checked_box(destination, dst_origin, region);
    require_range(source, src_offset, packed_size(destination, box));
    queue.enqueue(
        {CL_COMMAND_COPY_BUFFER_TO_IMAGE, num_events_in_wait_list, event_wait_list, event},
        [&](Recording &recording) {
          recording.keep(source);
          recording.keep(destination);
          // muxCommandCopyBufferToImage() has 32 bits for the offset.
          const auto *pixels = static_cast<const std::byte *>(source.data()) + src_offset;
          return muxCommandWriteImage(recording.commands, destination.on(queue.device_index()),
                                      box.offset, box.extent, 0, 0, pixels, recording.wait_count,
                                      recording.waits, recording.sync_point);
        });
  });
}
