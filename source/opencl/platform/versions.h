/// @file
/// What the platform and its devices say they are.
///
/// An extension stands here once all that it asks for works, and only then.
#pragma once

#include "opencl/support/failure.h"

#include <mux/compiler.h>

#include <string>
#include <vector>

namespace mux::opencl {

class Device;

/// What the compiler accepts; without one there is nothing in it.
const mux_compiler_features_t &compiler_features();

namespace versions {

inline constexpr cl_version platform = CL_MAKE_VERSION(3, 1, 0);
inline constexpr const char *platform_text = "OpenCL 3.1 Mux 0.76.0";
inline constexpr const char *driver_text = "0.76.0";

}  // namespace versions

/// The extensions of the platform and of its devices: those of the API that stand in this room's
/// table, and those of OpenCL C that the compiler offers.
const std::vector<cl_name_version> &extensions();
/// Their names, with a space between two.
const std::string &extension_text();

/// The optional features of OpenCL C that the compiler offers.
const std::vector<cl_name_version> &features();
/// The versions of OpenCL C that the compiler takes.
const std::vector<cl_name_version> &opencl_c_versions();

/// The versions of SPIR-V that the compiler takes, and their names with a space between two.
const std::vector<cl_name_version> &ils();
const std::string &il_text();

/// The kernels that the device has built in, and their names with a semicolon between two.
std::vector<cl_name_version> built_in_kernels(const Device &device);
std::string built_in_kernel_names(const Device &device);

}  // namespace mux::opencl
