/// @file
/// Buffer commands of queues and command buffers. They validate their arguments, and fail with the
/// codes of the corresponding clEnqueue*().
#pragma once

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// Origin and pitches of a rectangular region.
struct BoxLayout {
  const size_t *origin;
  size_t row_pitch;
  size_t slice_pitch;
};

void copy_buffer(Recorder &recorder, cl_mem source, cl_mem destination, size_t source_offset,
                 size_t destination_offset, size_t size);
void copy_buffer_rectangle(Recorder &recorder, cl_mem source, cl_mem destination,
                           const BoxLayout &from, const BoxLayout &to, const size_t *region);
void fill_buffer(Recorder &recorder, cl_mem buffer, const Pattern &pattern, size_t offset,
                 size_t size);

}  // namespace mux::opencl
