/// @file
/// Validation of the device lists of program entry points.
#pragma once

#include <vector>

#include "opencl/program/program.h"

namespace mux::opencl {

/// Returns the devices of a list as indices in the context, without duplicates. Fails with
/// CL_INVALID_VALUE if list and length are inconsistent, and with CL_INVALID_DEVICE.
std::vector<size_t> checked_devices(const Context &context, cl_uint count,
                                    const cl_device_id *list);

/// Checks that the devices are the program's; returns all of its devices if there is no list.
std::vector<size_t> checked_devices(const Program &program, cl_uint count,
                                    const cl_device_id *list);

}  // namespace mux::opencl
