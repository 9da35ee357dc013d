/// @file
/// Image commands of queues and command buffers. They validate their arguments, and fail with the
/// codes of the corresponding clEnqueue*().
#pragma once

#include "opencl/commands/arguments.h"

namespace mux::opencl {

void copy_image(Recorder &recorder, cl_mem source, cl_mem destination, const size_t *source_origin,
                const size_t *destination_origin, const size_t *region);
void copy_image_to_buffer(Recorder &recorder, cl_mem source, cl_mem destination,
                          const size_t *origin, const size_t *region, size_t offset);
void copy_buffer_to_image(Recorder &recorder, cl_mem source, cl_mem destination, size_t offset,
                          const size_t *origin, const size_t *region);
/// @param color red, green, blue and alpha, whatever the image's channels.
void fill_image(Recorder &recorder, cl_mem image, const void *color, const size_t *origin,
                const size_t *region);

}  // namespace mux::opencl
