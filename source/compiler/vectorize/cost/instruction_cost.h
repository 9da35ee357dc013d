/// @file
/// What the counts of a packet's and of a single work-item's instructions have in common.

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

/// How often the blocks of a function run, compared with its entry. Valid until the function
/// changes.
class BlockWeights {
 public:
  explicit BlockWeights(llvm::Function &function);

  double of(const llvm::BasicBlock &block);
  const llvm::LoopInfo &loops() const { return loops_; }
  llvm::ScalarEvolution &evolution() { return evolution_; }

  /// Counts loops as often as they are known to run, and takes others for walks along long rows.
  /// Otherwise those of many iterations count as much as those of unknown length.
  void expect_rows();

 private:
  /// How often what is in a loop runs for each time that it is reached.
  ///
  /// LLVM's vectorizer makes up to three loops of one: for vectors, for shorter ones, and for
  /// single elements, which may also be for all of them if a check fails. Of unknown length, only
  /// the first counts, as if it had all elements.
  double iterations(const llvm::Loop &loop);
  /// In which share of its loop's iterations a block runs, as LLVM guesses: what stands behind an
  /// `if` does not count in full. Without that, SHA-1 of 16 words at a time, which looks at each of
  /// them when one is right, took three times as many instructions alone as it does. A loop inside
  /// counts as if it always ran: LLVM's vectorizer puts checks before those that it has made.
  double share_of_iterations(const llvm::BasicBlock &block) const;

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

/// Whether it calls a function of the runtime, which is done lane by lane.
bool is_runtime_call(const llvm::Instruction &instruction);

/// What is stored, or else comes out.
llvm::Type *handled_type(const llvm::Instruction &instruction);

/// What takes no instruction of its own in either form: addresses are part of an access.
bool is_free(const llvm::Instruction &instruction);

/// Whether a load can be an operand of the only instruction that uses what it loads, as long as it
/// is one load.
bool is_operand_in_memory(const llvm::Instruction &instruction);

/// How many instructions an operation becomes: arithmetic on half is done in float.
double instructions_of(const llvm::Instruction &instruction);

/// How many registers a value takes that differs between lanes.
unsigned registers_of(const llvm::Type &type, unsigned lanes);

/// What an instruction takes in one work-item alone, in units of one instruction.
double cost_alone(const llvm::Instruction &instruction);

}  // namespace mux::compiler
