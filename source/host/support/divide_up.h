/// @file
/// Division that rounds up.

#pragma once

#include <cstdint>

namespace mux::host {

/// Returns value / by, rounded up. `by` is not 0.
constexpr uint64_t divide_up(uint64_t value, uint64_t by) {
  return value / by + (value % by != 0 ? 1 : 0);
}

}  // namespace mux::host
