/// @file
/// Built-in kernels of the device: fill and copy buffers as ND-ranges, for programs that are
/// parameterized by a kernel.
///
/// The ND-range only determines how many pieces the work is divided into: any ND-range is valid,
/// its work-groups divide the elements evenly, and global offset and work-group size have no other
/// effect. The kernels access only what their arguments point to, so that they overlap with
/// independent commands. The size of a buffer behind a pointer is unknown: as for any kernel, sizes
/// are the caller's responsibility. A null buffer fails the command unless there is nothing to do.
///
///   mux_copy(source, destination, size)          copies `size` bytes; the two must not overlap.
///   mux_fill_8 to _128(destination, pattern, count)
///                                                writes `pattern` (1, 2, 4, 8 or 16 bytes) `count`
///                                                times; the destination needs no alignment.
///
/// They are created by name with muxCreateBuiltInKernel(); unlike kernels of an executable, they
/// depend on no other object. Thread-safe.
#pragma once

#include <mux/mux.h>

#include <cstdint>

#include "host/objects/builtin_declarations.h"

namespace mux::host {

/// Creates a built-in kernel.
/// @param name one of builtin_kernel_declarations. Fails with mux_error_out_of_memory.
mux_result_t create_builtin_kernel(mux_device_t device, const char *name, uint64_t name_length,
                                   mux_allocator_info_t allocator_info, mux_kernel_t *out_kernel);

}  // namespace mux::host
