/// @file
/// Build options that the OpenCL layer itself interprets.
#pragma once

#include <string>
#include <string_view>

namespace mux::opencl {

/// Whether one of the words is `option`.
bool has_option(std::string_view options, std::string_view option);

/// Whether the options demand that local sizes divide the global size.
bool demands_uniform_groups(std::string_view options);
/// Whether kernels compiled from OpenCL C with these options require local sizes that divide the
/// global size: for versions before 2.0, and with -cl-uniform-work-group-size.
bool needs_uniform_groups(std::string_view options);

/// Returns the options with additional include folders: first those of -I, then each absolute path
/// that a macro is defined as (`-D FOLDER=/usr/share/kernels`), last the current folder. Programs
/// compose header names from such macros.
std::string add_include_folders(std::string_view options);

}  // namespace mux::opencl
