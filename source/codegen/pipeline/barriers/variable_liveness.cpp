#include "codegen/pipeline/barriers/variable_liveness.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

namespace mux::compiler {

namespace {

/// The instructions that read a variable; nothing if its address escapes.
std::optional<llvm::SmallVector<const llvm::Instruction *>> readers(llvm::AllocaInst &variable) {
  llvm::SmallVector<const llvm::Instruction *> result;
  llvm::SmallVector<const llvm::Instruction *> addresses{&variable};
  while (!addresses.empty()) {
    const llvm::Instruction *address = addresses.pop_back_val();
    for (const llvm::Use &use : address->uses()) {
      const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
        addresses.push_back(user);
      } else if (llvm::isa<llvm::LoadInst>(user)) {
        result.push_back(user);
      } else if (const auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
        if (&use == &transfer->getRawSourceUse()) {
          result.push_back(user);
        }
      } else {
        const bool is_written = llvm::isa<llvm::StoreInst>(user) &&
                                use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
        if (!is_written && !llvm::isa<llvm::MemSetInst>(user) && !user->isLifetimeStartOrEnd()) {
          return std::nullopt;
        }
      }
    }
  }
  return result;
}

}  // namespace

VariableLiveness::VariableLiveness(llvm::AllocaInst &variable) {
  const auto reads = readers(variable);
  if (!reads.has_value()) {
    anywhere_ = true;
    return;
  }
  llvm::SmallVector<const llvm::BasicBlock *> pending;
  for (const llvm::Instruction *read : *reads) {
    pending.push_back(read->getParent());
  }
  while (!pending.empty()) {
    const llvm::BasicBlock *block = pending.pop_back_val();
    if (blocks_.insert(block).second) {
      pending.append(llvm::pred_begin(block), llvm::pred_end(block));
    }
  }
}

}  // namespace mux::compiler
