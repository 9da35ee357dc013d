/// @file
/// Kernels that are part of the device: filling and copying buffers as ND-ranges, for programs that
/// have a parameter for a kernel and none for a command.
///
/// Their ND-range says only how many pieces the work has: any ND-range is legal, all its
/// work-groups divide the elements evenly, and global offset and work-group size mean nothing else.
/// They read and write what their arguments point to and nothing more, so that they overlap with
/// independent commands. Nobody knows the size of a buffer behind a pointer: like any kernel's,
/// their sizes are the caller's promise. A null buffer fails the command unless there is nothing to
/// do.
///
///   mux_copy(source, destination, size)          copies `size` bytes; the two must not overlap.
///   mux_fill_8 to _128(destination, pattern, count)
///                                                writes `pattern` (1, 2, 4, 8 or 16 bytes) `count`
///                                                times; the destination needs no alignment.
///
/// They are created with muxCreateBuiltInKernel() by name; other than a kernel of an executable
/// they need nothing that must outlive them. Any thread may call these functions.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/objects/builtin_declarations.h"

namespace mux::host {

/// `name` is one of builtin_kernel_declarations. Fails with mux_error_out_of_memory.
mux_result_t create_builtin_kernel(mux_device_t device, const char *name, uint64_t name_length,
                                   mux_allocator_info_t allocator_info, mux_kernel_t *out_kernel);

}  // namespace mux::host
