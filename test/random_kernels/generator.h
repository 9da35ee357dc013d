/// @file
/// Generator of random kernels.
///
/// Every kernel is valid OpenCL C without undefined behavior and data races, terminates, and has
/// the same results for every strategy:
/// - each work-item writes its own elements; shared elements are updated by a single commutative
///   atomic operation;
/// - local memory is written by its owner between two barriers and read between others;
/// - barriers and collectives are in uniform control flow, except for returned work-items;
/// - signed arithmetic is done as unsigned, divisors are never zero, indices are bounded,
///   conversions to integers saturate, and bits of NaNs are not observed.

#pragma once

#include <cstdint>

#include "tree.h"

namespace mux::random_kernels {

/// Small kernels have a few statements: errors with one or two statements are found sooner with
/// thousands of them. Errors that need many statements (register pressure, long live ranges,
/// nesting) are found with usual ones.
enum class Size { usual, small };

/// Deterministic in seed and size.
Program generate(uint64_t seed, Size size = Size::usual);

}  // namespace mux::random_kernels
