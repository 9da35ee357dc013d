/// @file
/// Loading of a file: source is compiled, binaries are loaded as they are.

#pragma once

#include <mux/mux.hpp>
#include <span>
#include <string>
#include <vector>

namespace mux::run {

/// Loads the file on the device. Compiler warnings go to stderr.
///
/// @param defines NAME or NAME=VALUE, for source only.
/// @param build_options as for clBuildProgram, for source only.
/// @param constants values for constants of the program.
/// Throws tools::UsageError if the file cannot be read, does not compile, is not an executable or
/// does not have a constant.
Executable load(const Device &device, const std::string &path,
                const std::vector<std::string> &defines, const std::string &build_options,
                std::span<const ConstantValue> constants);

/// Finds a kernel. Throws tools::UsageError with the names of the kernels.
Kernel find_kernel(const Executable &executable, const std::string &path, const std::string &name);

}  // namespace mux::run
