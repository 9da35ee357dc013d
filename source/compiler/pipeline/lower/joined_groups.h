/// @file
/// Neighboring groups that run as one although the kernel tells them apart.
///
/// Programs made for processors with few lanes launch groups of one work-item, or of a few. A
/// kernel that is compiled for such groups alone knows from where a work-item is in the ND-range
/// which group it belongs to. What groups of one share, local memory and barriers, is each
/// work-item's own: its variables become private, and barriers vanish. So all later passes see a
/// kernel that asks for nothing of its group, and neighboring groups become the lanes of packets.
///
/// Larger groups keep their barriers. As many of them as there is memory for run as if they were
/// one group, which meets at all barriers, but each in its part of local memory.

#pragma once

#include <cstdint>

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Prepares the kernel for groups that run as one, if it is compiled for tiny groups
/// (are_tiny_groups()) and they may: sets WorkItemTraits::joined_size, and removes what the
/// work-items of a group of one do together. Before local memory and queries are lowered.
/// @param sub_group_size as CompileRequest has it.
void join_groups(WorkItemKernel &kernel, uint32_t sub_group_size);

/// Gives each of the groups that run as one, WorkItemTraits::most_joined of them at most, its part
/// of the local memory. After queries are lowered, and before dimensions are reordered.
void separate_local_memory(WorkItemKernel &kernel);

}  // namespace mux::compiler
