/// @file
/// The sizes of groups that a kernel asks for, and those that suit its code.

#pragma once

#include <string>

#include "compiler/pipeline/kernel.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Reads what a kernel's attributes say: reqd_work_group_size becomes
/// KernelDescription::required_local_size, work_group_size_hint its preferred_local_size,
/// intel_reqd_sub_group_size Kernel::wanted_sub_group_size.
/// @param[out] error when false is returned: a size that sub-groups cannot have.
bool read_work_group_sizes(const llvm::Function &function, Kernel &kernel, std::string &error);

/// Sets KernelDescription::preferred_local_size, unless the kernel says itself what it prefers.
/// Called when it is known what the work-items of a group keep.
void choose_local_size(Kernel &kernel);

}  // namespace mux::compiler
