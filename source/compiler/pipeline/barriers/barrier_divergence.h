/// @file
/// Whether all work-items of a group are sure to meet the same barriers.
///
/// OpenCL demands it, but many kernels let the work-items past the end of their data return before
/// a barrier that the others wait at. Kernels that may do so get a form that lets them, in which
/// each work-item knows where it waits (resume_points.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// How the work-items of a group may diverge between two barriers.
enum class BarrierDivergence {
  /// They all meet the same barrier, or all end.
  none,
  /// Some end; all others meet the same barrier.
  ends,
  /// They meet different barriers.
  barriers,
};

/// What the branches that may diverge decide. The work-item function must have its queries lowered;
/// in doubt, the worse.
BarrierDivergence barrier_divergence(llvm::Function &work_item_function);

}  // namespace mux::compiler
