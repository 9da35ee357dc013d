#include "codegen/optimize/freeze_wrapping_indices.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

namespace {

/// Wider indices would wrap only past the end of any buffer.
constexpr unsigned narrow_bits = 32;

bool counts(const llvm::SCEV *expression, const llvm::Loop *loop) {
  return llvm::SCEVExprContains(expression, [loop](const llvm::SCEV *operand) {
    const auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(operand);
    return counter != nullptr && counter->getLoop() == loop;
  });
}

/// Whether the expression contains an extended narrow add recurrence of the loop. Recurrences of
/// outer loops are invariant in it.
bool wraps(const llvm::SCEV *expression, const llvm::Loop *loop) {
  return llvm::SCEVExprContains(expression, [loop](const llvm::SCEV *operand) {
    const auto *cast = llvm::dyn_cast<llvm::SCEVIntegralCastExpr>(operand);
    return cast != nullptr && !llvm::isa<llvm::SCEVTruncateExpr>(cast) &&
           cast->getOperand()->getType()->getScalarSizeInBits() < narrow_bits &&
           counts(cast->getOperand(), loop);
  });
}

}  // namespace

llvm::PreservedAnalyses FreezeWrappingIndices::run(llvm::Function &function,
                                                   llvm::FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  llvm::SmallVector<llvm::Use *> wrapping;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    const llvm::Loop *loop = loops.getLoopFor(instruction.getParent());
    if (address == nullptr || address->getType()->isVectorTy() || loop == nullptr) {
      continue;
    }
    for (llvm::Use &index : address->indices()) {
      if (llvm::isa<llvm::Instruction>(index.get()) &&
          wraps(evolution.getSCEV(index.get()), loop)) {
        wrapping.push_back(&index);
      }
    }
  }
  for (llvm::Use *index : wrapping) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(index->getUser()));
    index->set(builder.CreateFreeze(index->get()));
  }
  if (wrapping.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace mux::compiler
