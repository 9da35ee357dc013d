/// @file
/// Commands on addresses, common to shared virtual memory and unified shared memory. They validate
/// their arguments, and retain allocations until the command has ended.
#pragma once

#include <cstddef>

#include "opencl/commands/arguments.h"

namespace mux::opencl {

/// Enqueues an empty command: shared allocations are host memory, and need no mapping or migration.
void enqueue_empty_svm_command(Queue &queue, const Enqueue &info, const void *pointer);
/// Fails with CL_INVALID_VALUE or CL_MEM_COPY_OVERLAP.
void copy_memory(Recorder &recorder, void *to, const void *from, size_t size);
/// Fails with CL_INVALID_VALUE.
void fill_memory(Recorder &recorder, void *to, const Pattern &pattern, size_t size);

}  // namespace mux::opencl
