/// @file
/// Commands on memory by its addresses, which shared virtual memory and unified shared memory have
/// in common. They check their arguments, and memory that is freed in the meantime lives until they
/// have ended.
#pragma once

#include <cstddef>

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// A command that does nothing, for memory that is the host's all the time.
void enqueue_turn(Queue &queue, const Enqueue &info, const void *pointer);
/// Fails with CL_INVALID_VALUE or CL_MEM_COPY_OVERLAP.
void copy_memory(Recorder &recorder, void *to, const void *from, size_t size);
/// Fails with CL_INVALID_VALUE.
void fill_memory(Recorder &recorder, void *to, const Pattern &pattern, size_t size);

}  // namespace mux::opencl
