/// @file
/// Joins neighboring tiny work-groups, so that they become the lanes of packets.
///
/// Programs written for processors with few lanes launch groups of one work-item, or of a few. In a
/// kernel compiled only for such groups, the group id follows from a work-item's position in the
/// ND-range. In groups of one, local memory belongs to one work-item: its variables become private,
/// and barriers are removed. All later passes then see a kernel that does not depend on its group.
///
/// Larger groups keep their barriers. As many of them as there is memory for run as one group,
/// which executes all barriers together, but each has its own part of local memory.

#pragma once

#include <cstdint>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Prepares a kernel that is compiled for tiny groups (are_tiny_groups()) for joining, if it is
/// legal and profitable: sets WorkItemTraits::joined_size, and in groups of one removes barriers
/// and collectives. Precondition: local memory and queries are not lowered yet.
/// @param sub_group_size CompileRequest::sub_group_size.
void join_groups(WorkItemKernel &kernel, uint32_t sub_group_size);

}  // namespace mux::compiler
