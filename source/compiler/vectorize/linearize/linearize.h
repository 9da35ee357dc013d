/// @file
/// Makes every branch of a work-item function one that all work-items take together.
///
/// Where work-items would take different paths, the blocks of both paths follow each other, each
/// under a mask of the work-items that want it (lane_functions.h), and values that met in a phi are
/// chosen by mask. A loop that work-items leave at different times runs until the last has left.
/// Blocks that do much, or may not run for nobody, are skipped when their mask holds for nobody.
///
/// No more is rewritten than that: what lies between two such branches keeps its control flow,
/// under a mask or not. A loop that all leave together has one mask throughout, which costs nothing
/// in an iteration, and a branch that all take together stays one even in a loop that they leave at
/// different times, as long as somebody is sure to be there to decide.
///
/// It works in this order: canonicalize.h brings loops and returns into one form;
/// linearize_levels.h takes the control flow apart into levels without cycles; linearize_plan.h
/// decides where work-items diverge and reconverge, on masks and on what is skipped;
/// linearize_values.h moves values to variables; linearize_branches.h rewrites the branches; and
/// the variables become values again.
///
/// Work-items that are passed through a block compute there what means nothing, and may be poison;
/// masks are made so that it does not reach them. Instructions keep flags such as nsw, which hold
/// for the work-items in the mask. What uses one work-item's value for another one's must drop
/// them, in blocks without a mask too.
///
/// The result still runs one work-item correctly on its own. Between this pass and widen() nothing
/// may merge blocks, move instructions between them or speculate. One thread at a time per LLVM
/// context.

#pragma once

#include <llvm/Support/Error.h>

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// @param function in SSA form, without barriers.
/// @param sources the parameters that differ between the work-items of a packet.
/// @return an error that says what stands in the way; the function may then be
/// changed, but still does the same.
llvm::Error linearize(llvm::Function &function,
                      const llvm::SmallPtrSet<const llvm::Value *, 8> &sources);

}  // namespace mux::compiler
