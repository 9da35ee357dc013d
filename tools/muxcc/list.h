/// @file
/// Output of muxcc --list and --explain.

#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mux::cc {

/// Loads a binary on the first device.
///
/// @return one line for each constant of the program, and for each kernel, like declarations.
/// Throws UsageError if the file cannot be read or loaded, mux::Error if there is no device.
std::string list_kernels(const std::string &path);

/// @return one line for each kernel: how its work-items are executed, and why.
/// Throws mux::Error if the binary cannot be loaded on the first device.
std::string explain_kernels(std::span<const std::byte> binary);

}  // namespace mux::cc
