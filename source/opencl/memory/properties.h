/// @file
/// The list of properties that a memory object is created with.
#pragma once

#include <span>
#include <vector>

#include "opencl/support/failure.h"

namespace mux::opencl {

/// Copies the list with its terminating 0. There are no properties that it may have.
inline std::vector<cl_mem_properties> copy_mem_properties(const cl_mem_properties *properties) {
  if (properties == nullptr) {
    return {};
  }
  require(*properties == 0, CL_INVALID_PROPERTY, "there is no such property of a memory object");
  return {0};
}

/// Whether a checked list, which may be empty, has the property with a value other than 0.
inline bool is_set(std::span<const cl_mem_properties> properties, cl_mem_properties name) {
  for (size_t index = 0; index + 1 < properties.size(); index += 2) {
    if (properties[index] == name) {
      return properties[index + 1] != 0;
    }
  }
  return false;
}

}  // namespace mux::opencl
