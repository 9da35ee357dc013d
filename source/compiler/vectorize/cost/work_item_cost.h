/// @file
/// What a work-item takes that runs alone, after LLVM has made vectors of what it can.

#pragma once

#include <llvm/ADT/SmallSet.h>

#include <optional>

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// In units of one instruction.
/// @param work_item as it is before vectors of its own are split.
double work_item_cost(llvm::Function &work_item, llvm::TargetMachine &machine);

/// Loops of a work-item that LLVM makes vectors of: neighboring iterations side by side.
struct VectorLoops {
  /// By their positions in LoopInfo::getLoopsInPreorder() of the work-item.
  llvm::SmallSet<unsigned, 4> loops;
  /// What the work-item takes with them, in loops as long as BlockWeights::expect_rows() says.
  double cost = 0;
};

/// @return nothing if there are none.
std::optional<VectorLoops> vectors_along_rows(llvm::Function &work_item,
                                              llvm::TargetMachine &machine);

/// Keeps such loops from being unrolled before LLVM's vectorizer sees them.
void keep_for_vectors(llvm::Function &work_item, const VectorLoops &vectors);

}  // namespace mux::compiler
