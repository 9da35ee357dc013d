/// @file
/// Reads and writes whole files. The errors name the file and the reason.

#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mux::tools {

/// Reads a file. Throws UsageError if that fails.
std::string read_file(const std::string &path);

/// Creates or replaces a file. Throws UsageError if it cannot be created or written.
void write_file(const std::string &path, std::span<const std::byte> bytes);

}  // namespace mux::tools
