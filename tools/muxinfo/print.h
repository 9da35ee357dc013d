/// @file
/// The two outputs of muxinfo. Throws nothing but std::bad_alloc.

#pragma once

#include <string>
#include <vector>

#include "muxinfo/properties.h"

namespace mux::info {

/// One device: the index it is enumerated at, what it reports, and its query counters.
struct DeviceDescription {
  size_t index;
  std::vector<Section> sections;
  /// One list of properties for each query counter.
  std::vector<std::vector<Property>> query_counters;
};

/// For people: sections, aligned, with units.
std::string readable(const std::vector<DeviceDescription> &devices);

/// For programs: an object with the member "devices", an array with one object for each device,
/// whose keys are the members of mux_device_info_s. Bitfields are arrays of names; one more member,
/// "query_counters", is an array of objects.
std::string json(const std::vector<DeviceDescription> &devices);

}  // namespace mux::info
