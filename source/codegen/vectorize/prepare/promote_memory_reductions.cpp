#include "codegen/vectorize/prepare/promote_memory_reductions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <utility>

#include "codegen/optimize/function_passes.h"

namespace mux::compiler {

namespace {

/// Whether an address is computed from loop-invariant values. It need not be hoisted yet.
bool is_fixed(const llvm::Value &value, const llvm::Loop &loop, unsigned depth = 0) {
  constexpr unsigned deepest = 8;
  if (loop.isLoopInvariant(&value)) {
    return true;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr && depth < deepest && !llvm::isa<llvm::PHINode>(instruction) &&
         !instruction->mayReadOrWriteMemory() &&
         llvm::all_of(
             instruction->operand_values(),
             [&](const llvm::Value *operand) { return is_fixed(*operand, loop, depth + 1); });
}

/// Whether the instruction may synchronize or communicate with other work-items.
bool may_synchronize(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) &&
         (call->isConvergent() || call->mayWriteToMemory());
}

bool stores_accumulator(const llvm::Loop &loop) {
  llvm::SmallPtrSet<const llvm::Value *, 8> loaded;
  llvm::SmallPtrSet<const llvm::Value *, 8> stored;
  for (const llvm::BasicBlock *block : loop.blocks()) {
    for (const llvm::Instruction &instruction : *block) {
      if (may_synchronize(instruction)) {
        return false;
      }
      if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        loaded.insert(load->getPointerOperand());
      } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
                 store != nullptr && store->isSimple()) {
        stored.insert(store->getPointerOperand());
      }
    }
  }
  return llvm::any_of(stored, [&](const llvm::Value *address) {
    return loaded.contains(address) && is_fixed(*address, loop);
  });
}

/// Promotes memory to registers in loops that accumulate in memory; other loops stay as they are.
class PromoteAccumulators : public llvm::PassInfoMixin<PromoteAccumulators> {
 public:
  PromoteAccumulators() {
    promoting_.addPass(llvm::LoopRotatePass());
    promoting_.addPass(llvm::LICMPass(llvm::LICMOptions()));
  }

  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &updater) {
    return stores_accumulator(loop) ? promoting_.run(loop, analyses, results, updater)
                                    : llvm::PreservedAnalyses::all();
  }

 private:
  llvm::LoopPassManager promoting_;
};

}  // namespace

bool promote_memory_reductions(llvm::Function &work_item, llvm::TargetMachine &machine) {
  const llvm::DominatorTree dominators(work_item);
  const llvm::LoopInfo loops(dominators);
  if (llvm::none_of(loops.getLoopsInPreorder(),
                    [](const llvm::Loop *loop) { return stores_accumulator(*loop); })) {
    return false;
  }
  llvm::FunctionPassManager passes;
  passes.addPass(
      llvm::createFunctionToLoopPassAdaptor(PromoteAccumulators(), /*UseMemorySSA=*/true));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::SimplifyCFGPass());
  FunctionPasses(work_item, machine).run(std::move(passes));
  return true;
}

}  // namespace mux::compiler
