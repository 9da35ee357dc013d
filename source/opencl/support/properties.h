/// @file
/// Property lists: pairs of name and value, terminated by 0.
#pragma once

#include <cstddef>
#include <vector>

#include "opencl/support/failure.h"

namespace mux::opencl {

/// Copies a list with its terminating 0; empty if there is none. Fails if a name is repeated.
///
/// @param twice error code for a repeated name.
/// @param take is called with each name and value, and fails if they are invalid.
template <typename Property, typename Take>
std::vector<Property> copy_properties(const Property *properties, cl_int twice, Take take) {
  std::vector<Property> copy;
  for (; properties != nullptr && *properties != 0; properties += 2) {
    for (size_t index = 0; index < copy.size(); index += 2) {
      require(copy[index] != *properties, twice, "a property is repeated");
    }
    take(properties[0], properties[1]);
    copy.push_back(properties[0]);
    copy.push_back(properties[1]);
  }
  if (properties != nullptr) {
    copy.push_back(0);
  }
  return copy;
}

}  // namespace mux::opencl
