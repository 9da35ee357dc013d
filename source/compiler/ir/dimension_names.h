/// @file
/// The names that a kernel's code gives to the dimensions of an ND-range (dimension_order.h).

#pragma once

#include <array>

namespace mux::compiler {

/// The program's dimensions, the fastest first: element 0 is what the code calls x.
using DimensionOrder = std::array<unsigned, 3>;

inline constexpr DimensionOrder natural_order{0, 1, 2};

}  // namespace mux::compiler
