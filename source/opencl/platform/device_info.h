/// @file
/// Implementation of clGetDeviceInfo().
///
/// Each function answers the queries of one subject, and returns false for all others.
#pragma once

#include "opencl/platform/device.h"
#include "opencl/support/info.h"

namespace mux::opencl {

/// Name, vendor, versions, extensions, PCI and UUID information.
bool query_identity(const Device &device, cl_device_info name, const InfoOut &out);
/// Sizes and limits: work-items, memory, vectors.
bool query_limits(const Device &device, cl_device_info name, const InfoOut &out);
bool query_images(const Device &device, cl_device_info name, const InfoOut &out);
/// Capabilities: bit-fields and booleans.
bool query_capabilities(const Device &device, cl_device_info name, const InfoOut &out);
/// Queries defined by extensions of OpenCL C.
bool query_language(cl_device_info name, const InfoOut &out);
/// Supported partitions, and how a sub-device was created.
bool query_partition(const Device &device, cl_device_info name, const InfoOut &out);

}  // namespace mux::opencl
