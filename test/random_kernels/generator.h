/// @file
/// Makes random kernels.
///
/// Every kernel is legal OpenCL C without undefined behavior and without data races, ends, and
/// has the same results however its work-items are run:
///   - each work-item writes elements of its own; what several write is combined by one commutative
///     atomic operation;
///   - local memory is written by its owner between two barriers and read between others;
///   - barriers and collectives stand where all work-items of a group pass that did not return;
///   - signed arithmetic goes by way of unsigned, divisors are never zero, indices are bounded,
///     conversions to integers saturate, the bits of a NaN are never looked at.

#pragma once

#include <cstdint>

#include "tree.h"

namespace mux::random_kernels {

/// Small kernels have a few statements: what concerns one or two of them at a time is found sooner
/// in thousands of these. What takes many (registers, long live ranges, nests) is found in the
/// others.
enum class Size { usual, small };

/// The same seed and size make the same kernel.
Program generate(uint64_t seed, Size size = Size::usual);

}  // namespace mux::random_kernels
