/// @file
/// Makes a failing kernel smaller.

#pragma once

#include <functional>

#include "tree.h"

namespace mux::random_kernels {

/// Leaves out statements, parameters and ranges, puts blocks in place of what is around them and
/// zeros or operands in place of expressions, as long as it still fails.
///
/// @param still_fails asked about each attempt.
/// @param attempts how often it may be asked.
Program reduce(Program program, const std::function<bool(const Program &)> &still_fails,
               unsigned attempts);

}  // namespace mux::random_kernels
