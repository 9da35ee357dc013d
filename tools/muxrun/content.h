/// @file
/// Fills a buffer with what the user asked for. Throws tools::UsageError if a file cannot be read
/// or has another size.

#pragma once

#include <cstddef>
#include <span>

#include "muxrun/argument.h"

namespace mux::run {

/// @param bytes the memory of the whole buffer.
void fill(const BufferArgument &buffer, std::span<std::byte> bytes);

}  // namespace mux::run
