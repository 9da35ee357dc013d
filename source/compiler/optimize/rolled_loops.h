/// @file
/// Loops that LLVM is to leave as short as they are.
///
/// It makes several copies of the body of each small loop, so that a test for its end comes after
/// several iterations, and a copy of a loop for each path that a branch inside it can take, if that
/// is the same for all iterations. Around the packets of a kernel and in what they do, that pays.
/// In the loops over rows, at their ends, and in what runs for no ND-range that anybody has, it
/// makes code that takes long to compile and as long to run: a triad without it had 373
/// instructions instead of 886, and was compiled in 50 ms instead of 75.

#pragma once

namespace llvm {
class BranchInst;
class Function;
class IRBuilderBase;
}  // namespace llvm

namespace mux::compiler {

/// The loops around the insertion point, those that are built later included, are not copied for
/// the paths of branches. They are not unrolled either.
void keep_loops_single(llvm::IRBuilderBase &builder);

/// The loop that the branch goes back in is not unrolled.
void keep_rolled(llvm::BranchInst &back_branch);

/// Loops of unknown length in a function are not unrolled, unless the program asks for it. Those of
/// known length are as ever: private arrays become registers that way.
void keep_loops_rolled(llvm::Function &function);

/// The function is there to give right results, whatever time that takes.
void compile_for_size(llvm::Function &function);

}  // namespace mux::compiler
