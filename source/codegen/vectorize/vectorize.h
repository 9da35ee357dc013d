/// @file
/// Whole-function vectorization: generates functions that execute many work-items of a kernel at
/// once.

#pragma once

#include <llvm/Support/Error.h>

#include "codegen/ir/kernel.h"
#include "codegen/passes/compilation.h"

namespace mux::compiler {

/// Generates a function for whole groups (SplitKernel::group), or packet functions for the kernel's
/// regions (Region::packets), where that is possible and estimated to be faster, and records the
/// decision and its reason in the description.
///
/// If the kernel uses sub-groups, they become the lanes of its packets in all regions; if that is
/// not possible in every region, sub-groups have one work-item each. The regions contain no
/// sub-group functions afterwards.
/// @return an error if sub-groups of KernelTraits::wanted_sub_group_size are not possible.
llvm::Error vectorize(SplitKernel &kernel, Compilation &compilation);

}  // namespace mux::compiler
