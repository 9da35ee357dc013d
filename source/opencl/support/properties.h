/// @file
/// Lists of properties: names and values in turns, with a 0 at the end.
#pragma once

#include <cstddef>
#include <vector>

#include "opencl/support/failure.h"

namespace mux::opencl {

/// Copies a list with its terminating 0; nothing, if there is none. Each name may be there once.
///
/// @param twice the code of a name that is there twice.
/// @param take is called with each name and its value, and fails if they are wrong.
template <typename Property, typename Take>
std::vector<Property> copy_properties(const Property *properties, cl_int twice, Take take) {
  std::vector<Property> copy;
  for (; properties != nullptr && *properties != 0; properties += 2) {
    for (size_t index = 0; index < copy.size(); index += 2) {
      require(copy[index] != *properties, twice, "a property is given twice");
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
