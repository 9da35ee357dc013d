/// @file
/// Packets of kernels that use sub-groups (sub_group_functions.h): the lanes of each part are a
/// sub-group.
///
/// A group is divided into sub-groups in the order of its work-items, x first. If the number of
/// work-items in a row is a multiple of the sub-group size, or there is only one row, packets along
/// x match this order. All other groups use a function that enumerates work-items by the local
/// index and calculates their ids from it.

#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>

#include "codegen/passes/compilation.h"
#include "codegen/vectorize/pipeline.h"

namespace mux::compiler {

/// Returns the sub-group size of the kernel; 1 if vectorization is disabled.
uint32_t choose_sub_group_size(const WorkItemTraits &kernel, const VectorWidth &width);

/// Makes the lanes of packets sub-groups, in all regions or in none.
/// @param remarks receives the forms that were considered, if decisions are explained (remarks.h).
/// @return an error with the reason why they cannot be sub-groups.
llvm::Error make_sub_group_packets(SplitKernel &kernel, uint32_t size, Compilation &compilation,
                                   std::vector<std::string> &remarks);

}  // namespace mux::compiler
