/// @file
/// Linearizes divergent control flow, so that every remaining branch is uniform.
///
/// Where work-items may diverge, the blocks of both paths are executed one after the other, each
/// under the mask of its active work-items (lane_functions.h), and phis at the join become blends.
/// A loop with divergent exits runs until its last work-item has left it. Blocks that are
/// expensive, or unsafe to execute under an all-false mask, are skipped by a branch on `any` of
/// their mask.
///
/// The transformation is partial: control flow inside of such a path that does not diverge is
/// preserved, masked or not. A loop with uniform exits has one mask throughout, without cost in an
/// iteration. A uniform branch stays a branch even inside a loop with divergent exits, as long as
/// at least one work-item is known to be active there.
///
/// The steps, in order: canonicalize.h canonicalizes loops and returns; linearize_levels.h splits
/// the control flow into acyclic levels; linearize_plan.h decides where work-items diverge and
/// reconverge, which masks there are and which blocks are skipped; linearize_values.h demotes
/// values to stack variables; linearize_branches.h rewrites the branches; and the variables are
/// promoted again.
///
/// Inactive work-items compute meaningless values, possibly poison, which the masks' construction
/// keeps from reaching the masks themselves. Instructions keep flags such as nsw, which hold for
/// active work-items. Code that uses one work-item's value in place of another's must drop
/// poison-generating flags, even in blocks without a mask.
///
/// The result is still a correct function of a single work-item. Between this pass and widen() no
/// pass may merge blocks, move instructions between blocks or speculate. Not thread-safe for one
/// LLVM context.

#pragma once

#include <llvm/Support/Error.h>

#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// @param function in SSA form, without barriers.
/// @param sources the parameters that vary across the work-items of a packet.
/// @return an error with the reason if that is impossible; the function may be changed then, but is
/// still equivalent.
llvm::Error linearize(llvm::Function &function,
                      const llvm::SmallPtrSet<const llvm::Value *, 8> &sources);

}  // namespace mux::compiler
