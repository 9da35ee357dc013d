/// @file
/// Cost of a scalar work-item, after LLVM has vectorized its loops and straight-line code.

#pragma once

#include <llvm/ADT/SmallSet.h>

#include <optional>

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Returns the cost of a work-item in units of one instruction.
/// @param work_item the function before its own vectors are split.
double work_item_cost(llvm::Function &work_item, llvm::TargetMachine &machine);

/// Loops of a work-item that LLVM's loop vectorizer vectorizes.
struct VectorLoops {
  /// Positions in LoopInfo::getLoopsInPreorder() of the work-item.
  llvm::SmallSet<unsigned, 4> loops;
  /// Cost of the work-item with these loops vectorized, with trip counts as in
  /// BlockWeights::assume_long_rows().
  double cost = 0;
};

/// Runs LLVM's loop vectorizer on a copy of a work-item.
/// @return the vectorized loops; nothing if there are none.
std::optional<VectorLoops> vectorize_row_loops(llvm::Function &work_item,
                                               llvm::TargetMachine &machine);

/// Prevents such loops from being unrolled before LLVM's vectorizer runs.
void reserve_loops_for_vectorizer(llvm::Function &work_item, const VectorLoops &vectors);

}  // namespace mux::compiler
