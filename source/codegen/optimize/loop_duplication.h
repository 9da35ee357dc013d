/// @file
/// Limits the duplication of loop bodies by LLVM.
///
/// LLVM unrolls small loops with unknown trip counts, and unswitches loops on invariant branches.
/// In and around packets that pays. In loops over rows, in remainders, and in fallbacks for unusual
/// ND-ranges, it increases compile time and does not reduce run time: a triad without it had 373
/// instructions instead of 886, and was compiled in 50 ms instead of 75.

#pragma once

namespace llvm {
class BranchInst;
class Function;
class IRBuilderBase;
}  // namespace llvm

namespace mux::compiler {

/// Prevents unswitching and unrolling of the loops around the insertion point, including those that
/// are built around it later.
void disable_unswitching(llvm::IRBuilderBase &builder);

/// Disables unrolling of the latch branch's loop.
void disable_unrolling(llvm::BranchInst &back_branch);

/// Minimizes the size of a function whose speed does not matter.
void compile_for_size(llvm::Function &function);

}  // namespace mux::compiler
