/// @file
/// Whether all work-items of a group are certain to reach the same barriers.
///
/// OpenCL requires it, but in many kernels the work-items past the end of the data return before a
/// barrier that the others reach. Such kernels are compiled so that each work-item stores the
/// barrier that it is blocked at (resume_points.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// How the work-items of a group may diverge between two barriers, from best to worst.
enum class BarrierDivergence {
  /// All reach the same barrier, or all end.
  none,
  /// Some end; all others reach the same barrier.
  ends,
  /// They may reach different barriers.
  barriers,
};

/// The worst divergence that a divergent branch may cause; conservative. Precondition: the queries
/// of the work-item function are lowered.
BarrierDivergence barrier_divergence(llvm::Function &work_item_function);

}  // namespace mux::compiler
