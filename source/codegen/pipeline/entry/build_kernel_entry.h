/// @file
/// Builds the function that the runtime calls (KernelFunction of kernel_abi.h): the loops over
/// work-groups and work-items around a kernel's regions.

#pragma once

#include <optional>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Builds a kernel's entry point, inlines the regions into it and removes them.
///
/// If the kernel has a function for whole groups (SplitKernel::group), the regions are used only
/// for ND-ranges whose ids are too large for it. Unless SplitKernel::barriers_diverge, all
/// work-items of a group return the same index from a region.
/// @param unchecked the unchecked form of the kernel, if it has one; it runs the groups for which
/// its test holds.
EntryKernel build_kernel_entry(SplitKernel kernel, std::optional<SplitKernel> unchecked);

}  // namespace mux::compiler
