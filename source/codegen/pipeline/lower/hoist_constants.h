/// @file
/// Reads the constants of robust constant buffers once, in the kernel's entry point.
///
/// A read of a constant buffer at a constant index (robust_access.h) has the same value for all
/// work-items, but stores to other buffers keep LLVM from hoisting the load out of loops. So the
/// value becomes a parameter of the kernel's function. Nor could a check before a group's
/// work-items (add_unchecked_versions.h) rely on a value that is loaded again later: what writes to
/// the memory in between would make accesses that were checked go out of range.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Adds parameters after those of the kernel's arguments, and sets KernelTraits::hoisted_constants.
/// Reads at computed indices become loads in place. Replaces SourceKernel::function.
void hoist_constants(SourceKernel &kernel);

/// Notes in the kernel's description that its buffers are read for these constants.
void note_hoisted_reads(SourceKernel &kernel);

}  // namespace mux::compiler
