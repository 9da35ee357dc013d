#include "compiler/pipeline/wrapping_indices.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

namespace {

/// Wider indices wrap past any buffer's end.
constexpr unsigned narrow_bits = 32;

bool counts(const llvm::SCEV *expression) {
  return llvm::SCEVExprContains(
      expression, [](const llvm::SCEV *part) { return llvm::isa<llvm::SCEVAddRecExpr>(part); });
}

/// Whether a part of the expression is a counter of few bits, extended.
bool wraps(const llvm::SCEV *expression) {
  return llvm::SCEVExprContains(expression, [](const llvm::SCEV *part) {
    const auto *cast = llvm::dyn_cast<llvm::SCEVIntegralCastExpr>(part);
    return cast != nullptr && !llvm::isa<llvm::SCEVTruncateExpr>(cast) &&
           cast->getOperand()->getType()->getScalarSizeInBits() < narrow_bits &&
           counts(cast->getOperand());
  });
}

}  // namespace

llvm::PreservedAnalyses HideWrappingIndices::run(llvm::Function &function,
                                                 llvm::FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  llvm::SmallVector<llvm::Use *> wrapping;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (address == nullptr || address->getType()->isVectorTy() ||
        loops.getLoopFor(address->getParent()) == nullptr) {
      continue;
    }
    for (llvm::Use &index : address->indices()) {
      if (llvm::isa<llvm::Instruction>(index.get()) && wraps(evolution.getSCEV(index.get()))) {
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
