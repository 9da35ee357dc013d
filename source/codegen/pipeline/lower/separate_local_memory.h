/// @file
/// Gives each of the joined groups (join_groups.h) its own part of local memory.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Gives each of the joined groups, at most WorkItemTraits::most_joined, its own part of local
/// memory. Precondition: queries are lowered, dimensions are not reordered yet.
void separate_local_memory(WorkItemKernel &kernel);

}  // namespace mux::compiler
