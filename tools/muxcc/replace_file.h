/// @file
/// Writes a file in one step: whoever reads it sees the old content or the new one, never a part.

#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mux::cc {

/// Creates or replaces a file, through a temporary one beside it. What is no regular file
/// (/dev/null, a pipe) is written to instead; a symbolic link stays and the file behind it is
/// replaced. Throws UsageError with the name and the reason if that fails, and leaves nothing
/// behind.
void replace_file(const std::string &path, std::span<const std::byte> bytes);

}  // namespace mux::cc
