/// @file
/// Properties of clCreateSemaphoreWithPropertiesKHR().
#pragma once

#include <optional>
#include <vector>

#include "opencl/context/context.h"

namespace mux::opencl {

struct SemaphoreProperties {
  /// With the terminating 0.
  std::vector<cl_semaphore_properties_khr> list;
  /// The device of the semaphore, or NULL for all of the context.
  Device *device = nullptr;
  /// The handle type for export.
  std::optional<cl_external_semaphore_handle_type_khr> exported;
  /// The handle type of an import.
  std::optional<cl_external_semaphore_handle_type_khr> imported;
  int descriptor = -1;
};

/// Parses a property list. Fails with the codes of clCreateSemaphoreWithPropertiesKHR().
SemaphoreProperties checked_semaphore_properties(const Context &context,
                                                 const cl_semaphore_properties_khr *properties);

}  // namespace mux::opencl
