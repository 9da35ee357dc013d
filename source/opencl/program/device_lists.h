/// @file
/// Lists of devices as entry points of programs get them.
#pragma once

#include <vector>

#include "opencl/program/program.h"

namespace mux::opencl {

/// The devices of the list, by their indices in the context and each of them once. Fails with
/// CL_INVALID_VALUE if list and length do not go together, and with CL_INVALID_DEVICE.
std::vector<size_t> checked_devices(const Context &context, cl_uint count,
                                    const cl_device_id *list);

/// The same of a program's; all of its devices if there is no list.
std::vector<size_t> checked_devices(const Program &program, cl_uint count,
                                    const cl_device_id *list);

}  // namespace mux::opencl
