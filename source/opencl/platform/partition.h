/// @file
/// Partitioning of devices into sub-devices: equally, by counts or by affinity domain.
#pragma once

#include <vector>

#include "opencl/platform/device.h"

namespace mux::opencl {

struct Partition {
  std::vector<DevicePart> parts;
  /// The value of CL_DEVICE_PARTITION_TYPE, with its terminating 0.
  std::vector<cl_device_partition_property> properties;
};

/// Parses a property list of clCreateSubDevices(). Fails with CL_INVALID_VALUE,
/// CL_INVALID_DEVICE_PARTITION_COUNT or CL_DEVICE_PARTITION_FAILED.
/// CL_DEVICE_PARTITION_FAILED.
Partition checked_partition(const Device &device, const cl_device_partition_property *properties);

/// The affinity domains that split the device into at least two parts.
cl_device_affinity_domain affinity_domains(const Device &device);

}  // namespace mux::opencl
