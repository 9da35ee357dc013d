/// @file
/// Splits commands into pieces, between which they can switch to better code.
#pragma once

#include <chrono>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "host/specialize/code_comparison.h"

namespace mux::host {

/// Splits groups into pieces of one packet, where possible, as if each were a group. Precondition:
/// the kernel does not depend on groups. Groups of a required work-group size are not split.
/// @param[out] range storage for the ND-range of the returned groups.
GroupRange split_into_pieces(const GroupRange &groups, const compiler::KernelDescription &kernel,
                             compiler::NdRange &range);

/// Extrapolates the time of some groups to all groups of the command, summed over all threads.
/// @param time time of the given groups.
std::chrono::nanoseconds time_of_command(const GroupRange &groups, std::chrono::nanoseconds time);

}  // namespace mux::host
