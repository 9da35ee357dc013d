/// @file
/// How devices are divided: by numbers of compute units, or by what processors have in common.
#pragma once

#include <vector>

#include "opencl/platform/device.h"

namespace mux::opencl {

struct Partition {
  std::vector<DevicePart> parts;
  /// As CL_DEVICE_PARTITION_TYPE tells them, with the terminating 0.
  std::vector<cl_device_partition_property> properties;
};

/// What the list asks for. Fails with CL_INVALID_VALUE, CL_INVALID_DEVICE_PARTITION_COUNT or
/// CL_DEVICE_PARTITION_FAILED.
Partition checked_partition(const Device &device, const cl_device_partition_property *properties);

/// What processors of the device have in common, where that makes at least two parts of it.
cl_device_affinity_domain affinity_domains(const Device &device);

}  // namespace mux::opencl
