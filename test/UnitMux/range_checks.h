/// @file
/// Invalid ranges for all entry points with an offset and a size. Each check makes calls that break
/// one of the three rules; these share a return code, so the message identifies the rule.

#pragma once

#include <functional>

#include "entry_point.h"

namespace mux::test {

/// A call that is valid except for its range.
using RangeCall = std::function<mux_result_t(uint64_t offset, uint64_t size)>;

/// An offset beyond `limit` bytes is mux_error_invalid_value.
inline void check_offset_past(const EntryPoint &entry_point, uint64_t limit,
                              const RangeCall &call) {
  for (const uint64_t offset : {limit + 1, 2 * limit, uint64_t{1} << 63, ~uint64_t{0}}) {
    entry_point.fails_because("is beyond", mux_error_invalid_value, call(offset, 1));
  }
}

/// A size greater than `limit` is mux_error_invalid_value.
inline void check_size_past(const EntryPoint &entry_point, uint64_t limit, const RangeCall &call) {
  for (const uint64_t size : {limit + 1, 2 * limit, uint64_t{1} << 63, ~uint64_t{0}}) {
    entry_point.fails_because(": size " + std::to_string(size) + " exceeds",
                              mux_error_invalid_value, call(0, size));
  }
}

/// A valid offset and a valid size whose sum is greater than `limit` are mux_error_invalid_value.
inline void check_end_past(const EntryPoint &entry_point, uint64_t limit, const RangeCall &call) {
  for (const uint64_t offset : {uint64_t{1}, limit / 2 + 1, limit}) {
    entry_point.fails_because("plus size", mux_error_invalid_value,
                              call(offset, limit - offset + 1));
  }
}

/// A sum of offset and size that overflows 64 bits is mux_error_invalid_value; for entry points
/// without rules about offset or size alone.
inline void check_end_overflows(const EntryPoint &entry_point, const RangeCall &call) {
  for (const uint64_t offset : {uint64_t{2}, uint64_t{1} << 63, ~uint64_t{0}}) {
    entry_point.fails(mux_error_invalid_value, call(offset, ~offset + 1));
    entry_point.fails(mux_error_invalid_value, call(offset, ~offset + 2));
  }
}

}  // namespace mux::test
