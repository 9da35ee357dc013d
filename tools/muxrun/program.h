/// @file
/// Loading of a file: source is compiled, binaries are loaded as they are.

#pragma once

#include <mux/mux.hpp>
#include <string>
#include <vector>

namespace mux::run {

/// Loads the file on the device. Compiler warnings go to stderr.
///
/// @param defines NAME or NAME=VALUE, for source only.
/// @param build_options as for clBuildProgram, for source only.
/// Throws tools::UsageError if the file cannot be read, does not compile or is not an executable.
Executable load(const Device &device, const std::string &path,
                const std::vector<std::string> &defines, const std::string &build_options);

/// Finds a kernel. Throws tools::UsageError with the names of the kernels.
Kernel find_kernel(const Executable &executable, const std::string &path, const std::string &name);

}  // namespace mux::run
