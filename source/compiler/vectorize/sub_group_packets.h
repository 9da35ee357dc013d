/// @file
/// Packets of kernels that use sub-groups (sub_group_functions.h): the lanes of each part are a
/// sub-group.
///
/// Sub-groups are cut from a group in the order of its work-items, x first. Where rows consist of
/// whole sub-groups, or there is but one row, that is what packets along x do. For all other
/// groups, and for ids of any size, there is a function that counts work-items along the local
/// index and calculates their ids from it.

#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>

#include "compiler/passes/compilation.h"
#include "compiler/vectorize/pipeline.h"

namespace mux::compiler {

/// How many work-items a sub-group of the kernel is to have; 1 if vectors are switched off.
uint32_t choose_sub_group_size(const WorkItemTraits &kernel, const VectorWidth &width);

/// Makes the lanes of packets sub-groups, in all regions or, if that is not possible, in none.
/// @param remarks gets what was considered, if that is to be explained (remarks.h).
/// @return why they cannot be.
llvm::Error make_sub_group_packets(SplitKernel &kernel, uint32_t size, Compilation &compilation,
                                   std::vector<std::string> &remarks);

}  // namespace mux::compiler
