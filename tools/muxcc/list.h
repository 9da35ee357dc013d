/// @file
/// What muxcc --list says of a binary.

#pragma once

#include <string>

namespace mux::cc {

/// Loads a binary on the first device.
///
/// @return one line for each kernel, like a declaration.
/// Throws UsageError if the file cannot be read or loaded, mux::Error if there is no device.
std::string list_kernels(const std::string &path);

}  // namespace mux::cc
