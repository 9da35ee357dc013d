/// @file
/// The sizes of groups that a kernel asks for, and those that suit its code.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

#include "compiler/ir/kernel.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Reads what a kernel's attributes say: reqd_work_group_size becomes
/// KernelDescription::required_local_size, work_group_size_hint its local_size_hint and
/// preferred_local_size, intel_reqd_sub_group_size its required_sub_group_size and
/// KernelTraits::wanted_sub_group_size; reqd_sub_group_count, which only SPIR-V can say, its
/// required_sub_group_count.
/// @return an error that names a size that sub-groups cannot have.
llvm::Error read_work_group_sizes(const llvm::Function &function, SourceKernel &kernel);

/// Sets KernelDescription::preferred_local_size, unless the kernel says itself what it prefers.
/// Called when it is known what the work-items of a group keep.
void choose_local_size(WorkItemTraits &kernel);

}  // namespace mux::compiler
