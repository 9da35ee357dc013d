/// @file
/// The properties that a semaphore is created with.
#pragma once

#include <optional>
#include <vector>

#include "opencl/context/context.h"

namespace mux::opencl {

struct SemaphoreProperties {
  /// As they were given, with the terminating 0.
  std::vector<cl_semaphore_properties_khr> list;
  /// The one it is for, or NULL for all of the context.
  Device *device = nullptr;
  /// What it can be exported to.
  std::optional<cl_external_semaphore_handle_type_khr> exported;
  /// What it is imported from.
  std::optional<cl_external_semaphore_handle_type_khr> imported;
  int descriptor = -1;
};

/// Fails with the code that clCreateSemaphoreWithPropertiesKHR() names for whatever is wrong.
SemaphoreProperties checked_semaphore_properties(const Context &context,
                                                 const cl_semaphore_properties_khr *properties);

}  // namespace mux::opencl
