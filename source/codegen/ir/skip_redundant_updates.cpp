#include "codegen/ir/skip_redundant_updates.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

namespace mux::compiler {

namespace {

/// Returns the comparison of the memory's value with the operand under which the update changes
/// nothing.
std::optional<llvm::CmpInst::Predicate> staying_predicate(const llvm::AtomicRMWInst &update) {
  switch (update.getOperation()) {
    case llvm::AtomicRMWInst::Min:
      return llvm::CmpInst::ICMP_SLE;
    case llvm::AtomicRMWInst::Max:
      return llvm::CmpInst::ICMP_SGE;
    case llvm::AtomicRMWInst::UMin:
      return llvm::CmpInst::ICMP_ULE;
    case llvm::AtomicRMWInst::UMax:
      return llvm::CmpInst::ICMP_UGE;
    // An ordered comparison: a NaN in memory is replaced by a number.
    case llvm::AtomicRMWInst::FMin:
      return llvm::CmpInst::FCMP_OLE;
    case llvm::AtomicRMWInst::FMax:
      return llvm::CmpInst::FCMP_OGE;
    default:
      return std::nullopt;
  }
}

/// Whether a release or acquire fence may synchronize through one of the writes. Sequentially
/// consistent fences order the loads by themselves.
bool has_weak_fence(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
      const auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
      return fence != nullptr && fence->getSyncScopeID() != llvm::SyncScope::SingleThread &&
             fence->getOrdering() != llvm::AtomicOrdering::SequentiallyConsistent;
    });
  });
}

void guard_update(llvm::AtomicRMWInst &update, llvm::CmpInst::Predicate stays) {
  llvm::IRBuilder<> builder(&update);
  llvm::LoadInst *found =
      builder.CreateAlignedLoad(update.getType(), update.getPointerOperand(), update.getAlign(),
                                update.isVolatile(), "found");
  found->setAtomic(llvm::AtomicOrdering::Monotonic, update.getSyncScopeID());
  llvm::Value *changes =
      builder.CreateNot(builder.CreateCmp(stays, found, update.getValOperand()), "changes");
  llvm::BasicBlock *before = update.getParent();
  llvm::Instruction *end = llvm::SplitBlockAndInsertIfThen(changes, &update, /*Unreachable=*/false);
  llvm::BasicBlock *after = update.getParent();
  update.moveBefore(end);
  if (update.use_empty()) {
    return;
  }
  builder.SetInsertPoint(after, after->begin());
  llvm::PHINode *result = builder.CreatePHI(update.getType(), 2);
  update.replaceAllUsesWith(result);
  result->addIncoming(found, before);
  result->addIncoming(&update, update.getParent());
}

}  // namespace

void skip_redundant_updates(llvm::Module &module) {
  if (has_weak_fence(module)) {
    return;
  }
  llvm::SmallVector<llvm::AtomicRMWInst *, 8> updates;
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
      if (update != nullptr && update->getOrdering() == llvm::AtomicOrdering::Monotonic) {
        updates.push_back(update);
      }
    }
  }
  for (llvm::AtomicRMWInst *update : updates) {
    if (const std::optional<llvm::CmpInst::Predicate> stays = staying_predicate(*update)) {
      guard_update(*update, *stays);
    }
  }
}

}  // namespace mux::compiler
