/// @file
/// What OpenCL itself has to know of the options that are otherwise the compiler's.
#pragma once

#include <string_view>

namespace mux::opencl {

/// Whether a word of the options is this one.
bool has_option(std::string_view options, std::string_view option);

/// Whether kernels compiled with the options only run with local sizes that divide the global
/// size: those of OpenCL C before 2.0, and those with -cl-uniform-work-group-size.
bool asks_for_uniform_groups(std::string_view options);

}  // namespace mux::opencl
