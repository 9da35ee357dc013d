#include "compiler/pipeline/vectorise/widen.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/pipeline/vectorise/components.h"
#include "compiler/pipeline/vectorise/lanes.h"
#include "compiler/pipeline/vectorise/shapes.h"
#include "compiler/pipeline/vectorise/widener.h"

namespace mux::compiler {

namespace {

/// A varying value of more components would take too many registers to be worth it.
constexpr unsigned most_components = 64;

bool can_widen_terminator(const llvm::Instruction &terminator, const Shapes &shapes,
                          std::string &reason) {
  if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(
          terminator)) {
    reason = std::string("a block ends with ") + terminator.getOpcodeName();
    return false;
  }
  for (const llvm::Value *operand : terminator.operand_values()) {
    const Shape shape = shapes.of(*operand);
    if (!shape.is_uniform() || shape.varies_by_part()) {
      reason = llvm::isa<llvm::ReturnInst>(terminator)
                   ? "work-items wait at different barriers"
                   : "a branch goes different ways for different work-items";
      return false;
    }
  }
  return true;
}

bool can_widen_value(const llvm::Instruction &value, const Shapes &shapes, std::string &reason) {
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&value)) {
    if (call->isMustTailCall()) {
      reason = "it calls a function in its own place";
      return false;
    }
  }
  if (value.getType()->isTokenTy()) {
    reason = "it uses tokens";
    return false;
  }
  if (value.getType()->isVoidTy() || !shapes.of(value).is_varying()) {
    return true;
  }
  const unsigned components = component_count(value.getType());
  if (components == 0 || components > most_components) {
    reason = "a value has too many components to be kept for all work-items at once";
    return false;
  }
  return true;
}

}  // namespace

bool can_widen(llvm::Function &linearised, const Packet &packet, std::string &reason) {
  const Shapes shapes(linearised, packet);
  for (const llvm::BasicBlock *block :
       llvm::ReversePostOrderTraversal<llvm::Function *>(&linearised)) {
    for (const llvm::Instruction &instruction : *block) {
      const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && !variable->isStaticAlloca()) {
        reason = "a private variable has no constant size";
        return false;
      }
      if (instruction.isTerminator() ? !can_widen_terminator(instruction, shapes, reason)
                                     : !can_widen_value(instruction, shapes, reason)) {
        return false;
      }
    }
  }
  return true;
}

llvm::Function *widen(llvm::Function &linearised, const Packet &packet) {
  return Widener(linearised, packet).run();
}

}  // namespace mux::compiler
