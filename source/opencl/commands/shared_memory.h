/// @file
/// Commands on memory by its addresses, which shared virtual memory and unified shared memory have
/// in common. They check their arguments, and memory that is freed in the meantime lives until they
/// have ended.
#pragma once

#include <cstddef>

#include "opencl/queue/queue.h"

namespace mux::opencl {

/// What a fill repeats.
struct Pattern {
  const void *bytes;
  size_t size;
};

/// A command that does nothing, for memory that is the host's all the time.
void enqueue_turn(Queue &queue, const Enqueue &info, const void *pointer);
/// Fails with CL_INVALID_VALUE or CL_MEM_COPY_OVERLAP.
void enqueue_copy(Queue &queue, const Enqueue &info, void *to, const void *from, size_t size);
/// Fails with CL_INVALID_VALUE.
void enqueue_fill(Queue &queue, const Enqueue &info, void *to, const Pattern &pattern, size_t size);

}  // namespace mux::opencl
