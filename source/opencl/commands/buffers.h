/// @file
/// Commands on buffers that queues and command buffers take. They check their arguments, and fail
/// with the codes of the entry points that enqueue them.
#pragma once

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// Where boxes of bytes lie, as the program describes it.
struct BoxPlace {
  const size_t *origin;
  size_t row_pitch;
  size_t slice_pitch;
};

void copy_buffer(Recorder &recorder, cl_mem source, cl_mem destination, size_t source_offset,
                 size_t destination_offset, size_t size);
void copy_buffer_rectangle(Recorder &recorder, cl_mem source, cl_mem destination,
                           const BoxPlace &from, const BoxPlace &to, const size_t *region);
void fill_buffer(Recorder &recorder, cl_mem buffer, const Pattern &pattern, size_t offset,
                 size_t size);

}  // namespace mux::opencl
