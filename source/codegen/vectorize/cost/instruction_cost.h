/// @file
/// Cost of instructions and execution counts of blocks, shared by the cost models of packets and of
/// scalar code.

#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Type;
}  // namespace llvm

namespace mux::compiler {

/// Estimated execution counts of blocks relative to the entry of their function. Valid until the
/// function changes.
class BlockWeights {
 public:
  explicit BlockWeights(llvm::Function &function);

  double of(const llvm::BasicBlock &block);
  const llvm::LoopInfo &loops() const { return loops_; }
  llvm::ScalarEvolution &evolution() { return evolution_; }

  /// Uses exact trip counts where they are known, and assumes long rows otherwise. By default known
  /// trip counts are capped at the assumed one for unknown loops.
  void assume_long_rows();

 private:
  /// Returns the estimated trip count of a loop.
  ///
  /// LLVM's vectorizer creates up to three loops from one: for vectors, for shorter vectors, and a
  /// scalar one, which is also the fallback if a run-time check fails. Of loops of unknown trip
  /// count only the first is counted, as if it executed all iterations.
  double iterations(const llvm::Loop &loop);
  /// Returns the fraction of its loop's iterations in which a block is executed, by LLVM's branch
  /// probabilities. Without it, SHA-1 of 16 words at a time, which inspects each word only if one
  /// matches, was estimated at three times its number of scalar instructions. The header of an
  /// inner loop counts as if it were always executed, because LLVM's vectorizer adds checks before
  /// the loops that it vectorizes.
  double execution_fraction(const llvm::BasicBlock &block) const;

  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo library_of_function_;
  llvm::ScalarEvolution evolution_;
  llvm::BranchProbabilityInfo probabilities_;
  llvm::BlockFrequencyInfo frequencies_;
  unsigned most_iterations_;
  unsigned unknown_iterations_;
};

/// Whether an instruction calls a runtime function, which is executed lane by lane.
bool is_runtime_call(const llvm::Instruction &instruction);

/// Returns the type of the stored value of a store, and of the result otherwise.
llvm::Type *stored_or_result_type(const llvm::Instruction &instruction);

/// Whether an instruction needs no machine instruction of its own in packets or scalar code:
/// addresses are folded into accesses.
bool is_free(const llvm::Instruction &instruction);

/// Whether a load can be folded into its only user as a memory operand, provided that it is a
/// single load.
bool is_operand_in_memory(const llvm::Instruction &instruction);

/// Returns the number of instructions of an operation: more than 1 for half arithmetic that is done
/// in float.
double instructions_of(const llvm::Instruction &instruction);

/// Returns the number of vector registers of a varying value of this type.
unsigned registers_of(const llvm::Type &type, unsigned lanes);

/// Returns the cost of an instruction in scalar code, in units of one instruction.
double scalar_cost(const llvm::Instruction &instruction);

}  // namespace mux::compiler
