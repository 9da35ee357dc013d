/// @file
/// Builds the function that the runtime calls (KernelFunction of kernel_abi.h): the loops over
/// work-groups and work-items around the regions of a kernel.

#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Builds the entry point of a kernel, inlines the regions into it and removes them.
///
/// Where the kernel has a function for whole groups (SplitKernel::group), the regions are for
/// ND-ranges whose ids are too great for it. Unless SplitKernel::barriers_diverge, all work-items
/// of a group return the same index from a region.
EntryKernel build_kernel_entry(SplitKernel kernel);

}  // namespace mux::compiler
