/// @file
/// From a file to a binary: compiles source, passes everything else on.

#pragma once

#include <mux/mux.hpp>
#include <string>
#include <vector>

namespace mux::run {

/// Loads the file on the device. Warnings of the compiler go to stderr.
///
/// @param defines NAME or NAME=VALUE, for source only.
/// @param build_options as clBuildProgram takes them, for source only.
/// Throws tools::UsageError if the file cannot be read, does not compile or is no executable.
Executable load(const Device &device, const std::string &path,
                const std::vector<std::string> &defines, const std::string &build_options);

/// Finds a kernel. Throws tools::UsageError with the kernels that there are.
Kernel find_kernel(const Executable &executable, const std::string &path, const std::string &name);

}  // namespace mux::run
