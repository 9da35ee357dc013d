/// @file
/// Initial contents of buffers.

#pragma once

#include <cstdint>
#include <vector>

#include "case.h"

namespace mux::random_kernels {

/// The initial bytes of a buffer: numbers with many values at the limits of their type; no NaN,
/// whose bits are unspecified.
std::vector<uint8_t> initial_bytes(const Argument &buffer);

}  // namespace mux::random_kernels
