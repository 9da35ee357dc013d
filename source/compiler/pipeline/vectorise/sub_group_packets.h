/// @file
/// Packets of kernels that use sub-groups (sub_groups.h): the lanes of each part are a sub-group.
///
/// Sub-groups are cut from a group in the order of its work-items, x first. Where rows consist of
/// whole sub-groups, or there is but one row, that is what packets along x do. For all other
/// groups, and for ids of any size, there is a function that counts work-items along the local
/// index and calculates their ids from it.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/pipeline/barrier_regions.h"

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

struct VectorWidth;

/// How many work-items a sub-group of the kernel is to have; 1 if vectors are switched off.
uint32_t choose_sub_group_size(const Kernel &kernel, const VectorWidth &width);

/// Makes RegionPackets::along_index of a region, of `lanes` work-items.
/// @param scalar runs one work-item of the region; changed.
/// @param[out] reason what stands in the way, when NULL is returned.
llvm::Function *make_packet_along_index(llvm::Function &scalar, unsigned lanes,
                                        std::string &reason);

}  // namespace mux::compiler
