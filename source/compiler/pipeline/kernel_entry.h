/// @file
/// Builds the function that the runtime calls (KernelFunction of kernel_abi.h): the loops over
/// work-groups and work-items around the regions of a kernel.

#pragma once

#include <span>

#include "compiler/pipeline/kernel.h"

namespace mux::compiler {

/// Builds the entry point of a kernel, inlines the regions into it and removes them. Afterwards
/// kernel.function is the entry point, named kernel_symbol().
///
/// @param regions what a work-item runs until it meets a barrier or its end: region 0 starts at the
/// kernel's start, region b after barrier b. All have the parameters of a work-item function; each
/// returns the number of the barrier that the work-item waits at, or -1 if it has finished. Unless
/// Kernel::barriers_diverge, that is the same for all work-items of a group.
void build_kernel_entry(Kernel &kernel, std::span<llvm::Function *const> regions);

}  // namespace mux::compiler
