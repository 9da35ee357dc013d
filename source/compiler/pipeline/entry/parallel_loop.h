/// @file
/// Tells the vectorizer that work-items do not depend on each other.
///
/// Between two barriers, two work-items may touch the same memory only by atomics or if both read:
/// anything else is a data race, which OpenCL leaves undefined. So iterations of the work-item loop
/// carry no dependence, and no check at run time is needed.

#pragma once

namespace llvm {
class BranchInst;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// Puts every memory access of a region into one access group.
/// @return false, with nothing changed, where that would be wrong: atomics, fences and volatile
/// accesses order work-items, and private variables on the stack are shared by all iterations.
bool mark_parallel_accesses(llvm::Function &region);

/// Says on the loop's back branch that the accesses of the region's group are parallel.
void mark_parallel_loop(llvm::BranchInst &back_branch, const llvm::Function &region);

/// Says on a loop's back branch that its iterations are not to be joined to vectors. Loops inside
/// may be. Sums along rows of 32 took 190 us instead of 98 when LLVM gathered from the rows of
/// several work-items.
void keep_loop_scalar(llvm::BranchInst &back_branch);

}  // namespace mux::compiler
