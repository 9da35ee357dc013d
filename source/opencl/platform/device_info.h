/// @file
/// What clGetDeviceInfo() tells.
///
/// Each function answers the questions of one subject, and returns false if the question is not one
/// of them.
#pragma once

#include "opencl/platform/device.h"
#include "opencl/support/info.h"

namespace mux::opencl {

/// Name, vendor, versions, extensions, where it comes from.
bool tell_identity(const Device &device, cl_device_info name, const InfoOut &out);
/// Sizes and limits: work-items, memory, vectors.
bool tell_limits(const Device &device, cl_device_info name, const InfoOut &out);
bool tell_images(const Device &device, cl_device_info name, const InfoOut &out);
/// What it can do, as bits and truth values.
bool tell_capabilities(const Device &device, cl_device_info name, const InfoOut &out);
/// What extensions of OpenCL C have device queries for.
bool tell_language(cl_device_info name, const InfoOut &out);
/// How it can be divided, and how it was.
bool tell_partition(const Device &device, cl_device_info name, const InfoOut &out);

}  // namespace mux::opencl
