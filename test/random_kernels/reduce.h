/// @file
/// Reduction of failing kernels.

#pragma once

#include <functional>

#include "tree.h"

namespace mux::random_kernels {

/// Removes statements, parameters and ranges, and replaces statements by their blocks and
/// expressions by zeros or operands, while the kernel still fails.
///
/// @param still_fails called for each attempt.
/// @param attempts maximum number of attempts.
Program reduce(Program program, const std::function<bool(const Program &)> &still_fails,
               unsigned attempts);

}  // namespace mux::random_kernels
