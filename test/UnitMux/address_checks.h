/// @file
/// Checks common to entry points that take an address and a size.

#pragma once

#include <cstdint>
#include <functional>

#include "entry_point.h"

namespace mux::test {

/// A call that is valid except for its memory.
using AddressCall = std::function<mux_result_t(uintptr_t address, uint64_t size)>;

/// NULL, size 0, and sizes beyond the end of the address space are mux_error_invalid_value.
/// `parameter` is the address's name in messages.
inline void check_addresses(const EntryPoint &entry_point, const std::string &parameter,
                            uintptr_t valid, const AddressCall &call) {
  entry_point.fails_because(parameter + " is NULL", mux_error_invalid_value, call(0, 16));
  entry_point.fails_because("size is 0", mux_error_invalid_value, call(valid, 0));
  for (const uintptr_t high : {UINTPTR_MAX, UINTPTR_MAX - 14, uintptr_t{1} << 63}) {
    entry_point.fails_because("the remaining address space", mux_error_invalid_value,
                              call(high, UINTPTR_MAX - high + 2));
  }
  entry_point.fails_because("the remaining address space", mux_error_invalid_value,
                            call(valid, ~uint64_t{0}));
}

/// Memory may end with the last address. The call records into a command buffer that does not run,
/// because no program has memory there.
inline void check_last_addresses(const AddressCall &call) {
  for (const uintptr_t high : {UINTPTR_MAX, UINTPTR_MAX - 15, uintptr_t{1} << 63}) {
    CHECK(call(high, UINTPTR_MAX - high + 1) == mux_success);
  }
}

}  // namespace mux::test
