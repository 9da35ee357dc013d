/// @file
/// Property lists of buffers and images.
#pragma once

#include <optional>
#include <vector>

#include "opencl/memory/imported_memory.h"

namespace mux::opencl {

struct MemProperties {
  /// With the terminating 0; empty if there were none.
  std::vector<cl_mem_properties> list;
  /// Whether a buffer has a device address that the program may query.
  bool addressed = false;
  /// The source of an imported object.
  std::optional<ExternalMemory> external;
};

/// Parses the properties of a buffer or image. Fails with CL_INVALID_PROPERTY or CL_INVALID_DEVICE.
MemProperties checked_buffer_properties(const Context &context,
                                        const cl_mem_properties *properties);
MemProperties checked_image_properties(const Context &context, const cl_mem_properties *properties);

/// Maps the imported memory; NULL if there is none.
/// @param too_small error code if the memory is smaller than `size`.
std::unique_ptr<ImportedMemory> import_memory(const MemProperties &properties, cl_mem_flags flags,
                                              const void *host, size_t size, cl_int too_small);

/// Closes the file descriptor after the object was created, which takes ownership of it.
void close_imported(const MemProperties &properties);

}  // namespace mux::opencl
