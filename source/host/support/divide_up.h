/// @file
/// Division that rounds up.

#pragma once

#include <cstdint>

namespace mux::host {

/// The least number of parts of size `by`, which is not 0, that hold so much.
constexpr uint64_t divide_up(uint64_t value, uint64_t by) {
  return value / by + (value % by != 0 ? 1 : 0);
}

}  // namespace mux::host
