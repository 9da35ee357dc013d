/// @file
/// Work-group sizes that a kernel requires or prefers.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

#include "codegen/ir/kernel.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Reads a kernel's attributes: reqd_work_group_size sets KernelDescription::required_local_size,
/// work_group_size_hint its local_size_hint and preferred_local_size, intel_reqd_sub_group_size its
/// required_sub_group_size and KernelTraits::wanted_sub_group_size; reqd_sub_group_count, which
/// only SPIR-V has, its required_sub_group_count.
/// @return an error that names an unsupported sub-group size.
llvm::Error read_work_group_sizes(const llvm::Function &function, SourceKernel &kernel);

/// Sets KernelDescription::preferred_local_size, unless the kernel has a hint. Precondition: the
/// size of the context array is known.
void choose_local_size(WorkItemTraits &kernel);

}  // namespace mux::compiler
