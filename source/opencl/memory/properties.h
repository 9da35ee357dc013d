/// @file
/// The list of properties that a memory object is created with.
#pragma once

#include <optional>
#include <vector>

#include "opencl/memory/foreign_memory.h"

namespace mux::opencl {

struct MemProperties {
  /// As they were given, with the terminating 0; empty if there were none.
  std::vector<cl_mem_properties> list;
  /// Whether a buffer has one address on the devices, which the program may ask for.
  bool addressed = false;
  /// What it is imported from.
  std::optional<ExternalMemory> external;
};

/// The properties of a buffer, or of an image. Fails with CL_INVALID_PROPERTY or CL_INVALID_DEVICE.
MemProperties checked_buffer_properties(const Context &context,
                                        const cl_mem_properties *properties);
MemProperties checked_image_properties(const Context &context, const cl_mem_properties *properties);

/// The memory that it is imported from, mapped; NULL if it is not.
/// @param too_small the code if the memory is smaller than that.
std::unique_ptr<ForeignMemory> import_memory(const MemProperties &properties, cl_mem_flags flags,
                                             const void *host, size_t size, cl_int too_small);

/// The object was made: the file descriptor is not the program's any more.
void take_over(const MemProperties &properties);

}  // namespace mux::opencl
