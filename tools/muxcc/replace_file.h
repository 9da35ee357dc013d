/// @file
/// Atomic replacement of a file: readers see the old or the new contents.

#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace mux::cc {

/// Creates or replaces a file by renaming a temporary file in the same folder. If the path is not a
/// regular file (/dev/null, a pipe), it is written directly; the target of a symbolic link is
/// replaced, not the link. On failure throws UsageError with the name and the reason, and removes
/// the temporary file.
void replace_file(const std::string &path, std::span<const std::byte> bytes);

}  // namespace mux::cc
