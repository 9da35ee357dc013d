/// @file
/// Builds the function that the runtime calls (KernelFunction of kernel_abi.h): the loops over
/// work-groups and work-items around the regions of a kernel.

#pragma once

#include <span>

#include "compiler/pipeline/barrier_regions.h"
#include "compiler/pipeline/kernel.h"

namespace mux::compiler {

/// Builds the entry point of a kernel, inlines the regions into it and removes them. Afterwards
/// kernel.function is the entry point, named kernel_symbol().
///
/// Where the kernel has a function for whole groups (Kernel::group), the regions are for ND-ranges
/// whose ids are too great for it.
///
/// @param regions by the number of the barrier that they start at; region 0 starts at the kernel's
/// start. Unless Kernel::barriers_diverge, all work-items of a group return the same number from a
/// region.
void build_kernel_entry(Kernel &kernel, std::span<const Region> regions);

}  // namespace mux::compiler
