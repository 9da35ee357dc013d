/// @file
/// Whole-function vectorization: functions that run many work-items of a kernel at once.

#pragma once

#include <llvm/Support/Error.h>

#include "compiler/ir/kernel.h"
#include "compiler/passes/compilation.h"

namespace mux::compiler {

/// Gives a kernel a function for whole groups (SplitKernel::group), or its regions functions for
/// packets (Region::packets), as far as the kernel allows it and it is worth it, and notes in the
/// description what it decided and why.
///
/// If the kernel uses sub-groups, they become the lanes of its packets, all of them if at all; else
/// they have one work-item each. Functions of sub-groups are gone from the regions afterwards.
/// @return why there is no way to have sub-groups of KernelTraits::wanted_sub_group_size.
llvm::Error vectorize(SplitKernel &kernel, Compilation &compilation);

}  // namespace mux::compiler
