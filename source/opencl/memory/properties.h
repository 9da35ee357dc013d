/// @file
/// The list of properties that a memory object is created with.
#pragma once

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

}  // namespace mux::opencl
