/// @file
/// The built-in targets, in enumeration order.
#pragma once

#include <mux/target.h>

#include <array>
#include <cstddef>

namespace mux::core {

inline constexpr std::size_t builtin_target_count = 1;

std::array<const mux_target_hooks_t *, builtin_target_count> builtin_targets();

}  // namespace mux::core
