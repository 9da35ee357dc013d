/// @file
/// The output formats of muxinfo. Throws only std::bad_alloc.

#pragma once

#include <string>
#include <vector>

#include "muxinfo/properties.h"

namespace mux::info {

/// A device: its index, its properties, and its query counters.
struct DeviceDescription {
  size_t index;
  std::vector<Section> sections;
  /// One list of properties for each query counter.
  std::vector<std::vector<Property>> query_counters;
};

/// Readable text: aligned sections, with units.
std::string readable(const std::vector<DeviceDescription> &devices);

/// JSON: an object with the member "devices", an array with one object for each device, whose keys
/// are the members of mux_device_info_s. Bit-fields are arrays of names; the additional member
/// "query_counters" is an array of objects.
std::string json(const std::vector<DeviceDescription> &devices);

}  // namespace mux::info
