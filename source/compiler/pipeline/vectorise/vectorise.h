/// @file
/// Whole-function vectorisation: functions that run many work-items of a kernel at once.

#pragma once

#include <vector>

#include "compiler/pipeline/barrier_regions.h"
#include "compiler/pipeline/kernel.h"
#include "compiler/pipeline/vectorise/vector_width.h"

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

/// Gives a kernel a function for whole groups (Kernel::group), or its regions functions for packets
/// (Region::packets), as far as the kernel allows it and it is worth it, and notes in the
/// description what it decided and why.
///
/// If the kernel uses sub-groups, they become the lanes of its packets, all of them if at all; else
/// they have one work-item each. Functions of sub-groups are gone from the regions afterwards.
/// @param[out] error when false is returned: there is no way to have sub-groups of
/// Kernel::wanted_sub_group_size.
bool vectorise(Kernel &kernel, std::vector<Region> &regions, llvm::TargetMachine &machine,
               const VectorWidth &width, std::string &error);

}  // namespace mux::compiler
