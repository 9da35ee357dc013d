#include "codegen/optimize/recognize_bit_counts.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopIdiomRecognize.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "codegen/optimize/function_passes.h"

namespace mux::compiler {

namespace {

/// Limits of a bit-counting loop, which has no memory accesses.
constexpr size_t most_blocks = 3;
constexpr size_t most_instructions = 16;

/// Whether an instruction removes one bit: `x & (x - 1)`, or a shift by one.
bool clears_bit(const llvm::Instruction &instruction) {
  using namespace llvm::PatternMatch;
  llvm::Value *value = nullptr;
  return match(&instruction, m_Shift(m_Value(), m_One())) ||
         match(&instruction, m_c_And(m_Value(value), m_Add(m_Deferred(value), m_AllOnes())));
}

bool may_count_bits(const llvm::Loop &loop) {
  if (!loop.isInnermost() || loop.getNumBlocks() > most_blocks) {
    return false;
  }
  size_t instructions = 0;
  bool takes_bits = false;
  for (const llvm::BasicBlock *block : loop.blocks()) {
    for (const llvm::Instruction &instruction : *block) {
      if (instruction.mayReadOrWriteMemory() || ++instructions > most_instructions) {
        return false;
      }
      takes_bits = takes_bits || clears_bit(instruction);
    }
  }
  return takes_bits;
}

bool has_candidates(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const auto candidates = loops.getLoopsInPreorder();
  return llvm::any_of(candidates, [](const llvm::Loop *loop) { return may_count_bits(*loop); });
}

/// Runs a loop pass only on loops that may count bits.
template <typename LoopPass>
class ForBitCounts : public llvm::PassInfoMixin<ForBitCounts<LoopPass>> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &updater) {
    return may_count_bits(loop) ? pass_.run(loop, analyses, results, updater)
                                : llvm::PreservedAnalyses::all();
  }

 private:
  LoopPass pass_;
};

llvm::FunctionPassManager recognizing_passes() {
  llvm::LoopPassManager loop_passes;
  loop_passes.addPass(ForBitCounts<llvm::LoopRotatePass>());
  loop_passes.addPass(ForBitCounts<llvm::LoopIdiomRecognizePass>());
  loop_passes.addPass(ForBitCounts<llvm::LoopDeletionPass>());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loop_passes)));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

}  // namespace

void recognize_bit_counts(llvm::Module &module, llvm::TargetMachine &machine) {
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && has_candidates(function)) {
      FunctionPasses(function, machine).run(recognizing_passes());
    }
  }
}

}  // namespace mux::compiler
