/// @file
/// What is in the buffers of a kernel before it runs.

#pragma once

#include <cstdint>
#include <vector>

#include "case.h"

namespace mux::random_kernels {

/// The bytes of a buffer: numbers that meet the edges of their type often; no NaN, whose bits the
/// language leaves open.
std::vector<uint8_t> initial_bytes(const Argument &buffer);

}  // namespace mux::random_kernels
