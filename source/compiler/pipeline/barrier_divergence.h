/// @file
/// Whether all work-items of a group are sure to meet the same barriers.
///
/// OpenCL demands it, but many kernels let the work-items past the end of their data return before
/// a barrier that the others wait at. Kernels that may do so get a slower form that lets them.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether a branch that may go different ways in different work-items decides which barrier comes
/// next. The work-item function must have its queries lowered; in doubt, it may.
bool barriers_may_diverge(llvm::Function &work_item_function);

}  // namespace mux::compiler
