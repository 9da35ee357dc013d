/// @file
/// Order of an ND-range's dimensions in a kernel's code (pipeline/dimensions/dimension_order.h).

#pragma once

#include <array>

namespace mux::compiler {

/// The program's dimensions, fastest-varying first: element 0 is the dimension the code calls x.
using DimensionOrder = std::array<unsigned, 3>;

inline constexpr DimensionOrder natural_order{0, 1, 2};

}  // namespace mux::compiler
