/// @file
/// Versions and features that the platform and its devices report.
#pragma once

#include "opencl/support/failure.h"

#include <mux/compiler.h>

#include <string>
#include <vector>

namespace mux::opencl {

class Device;

/// Returns a name with a version; a name that is too long is truncated.
cl_name_version make_name_version(const char *name, cl_version version);

/// Features of the compiler; empty if there is no compiler.
const mux_compiler_features_t &compiler_features();

namespace versions {

inline constexpr cl_version platform = CL_MAKE_VERSION(3, 1, 0);
inline constexpr const char *platform_text = "OpenCL 3.1 Mux 0.76.0";
inline constexpr const char *driver_text = "0.76.0";

}  // namespace versions

/// The optional features of OpenCL C that the compiler supports.
const std::vector<cl_name_version> &features();
/// The versions of OpenCL C that the compiler accepts.
const std::vector<cl_name_version> &opencl_c_versions();

/// The versions of SPIR-V that the compiler accepts, and their names separated by spaces.
const std::vector<cl_name_version> &ils();
const std::string &il_text();

/// The built-in kernels of the device, and their names separated by semicolons.
std::vector<cl_name_version> built_in_kernels(const Device &device);
std::string built_in_kernel_names(const Device &device);

}  // namespace mux::opencl
