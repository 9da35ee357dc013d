/// @file
/// Filling of buffers. Throws tools::UsageError if a file cannot be read or has the wrong size.

#pragma once

#include <cstddef>
#include <span>

#include "muxrun/argument.h"

namespace mux::run {

/// @param bytes the memory of the whole buffer.
void fill(const BufferArgument &buffer, std::span<std::byte> bytes);

}  // namespace mux::run
