/// @file
/// The clock of command completions.
#pragma once

#include <cstdint>

namespace mux::client {

/// Nanoseconds of CLOCK_MONOTONIC, the clock of the times that mux reports for commands.
uint64_t now();

}  // namespace mux::client
