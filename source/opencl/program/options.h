/// @file
/// What OpenCL itself has to know of the options that are otherwise the compiler's.
#pragma once

#include <string>
#include <string_view>

namespace mux::opencl {

/// Whether a word of the options is this one.
bool has_option(std::string_view options, std::string_view option);

/// Whether the options say that kernels only run with local sizes that divide the global size.
bool demands_uniform_groups(std::string_view options);
/// Whether kernels of OpenCL C compiled with the options only run with local sizes that divide the
/// global size: those of OpenCL C before 2.0, and those with -cl-uniform-work-group-size.
bool asks_for_uniform_groups(std::string_view options);

/// The options, and what lets `#include` reach the paths that the program names by them: first what
/// it names by -I, then each absolute path that it gives a macro (`-D FOLDER=/usr/share/kernels`),
/// and at last the current folder. Programs build the names of their headers from such macros.
std::string with_named_folders(std::string_view options);

}  // namespace mux::opencl
