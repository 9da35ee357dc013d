/// @file
/// Commands that run piece by piece, since other code may be there soon.
#pragma once

#include <chrono>

#include "compiler/abi/kernel_abi.h"
#include "host/specialize/code_comparison.h"

namespace mux::host {

/// The same groups cut to whole packets, where that is possible, as if they were groups of their
/// own; of a kernel that does not ask for groups. Those of a size that the kernel requires stay as
/// they are.
/// @param[out] range where their ND-range is kept.
GroupRange in_pieces(const GroupRange &groups, const compiler::KernelDescription &kernel,
                     compiler::NdRange &range);

/// What all threads together take for a command, if its other groups take as long as those.
/// @param time what those took.
std::chrono::nanoseconds time_of_command(const GroupRange &groups, std::chrono::nanoseconds time);

}  // namespace mux::host
