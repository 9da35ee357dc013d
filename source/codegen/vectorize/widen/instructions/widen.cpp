#include "codegen/vectorize/widen/instructions/widen.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/failure.h"
#include "codegen/ir/lane_functions.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/analysis/components.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/widen/instructions/widen_instruction.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Maximum number of components of a varying value; more would be spilled.
constexpr unsigned most_components = 64;

llvm::Error check_terminator(const llvm::Instruction &terminator, const Shapes &shapes) {
  if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(
          terminator)) {
    return failure(std::string("it has an unsupported terminator: ") + terminator.getOpcodeName());
  }
  for (const llvm::Value *operand : terminator.operand_values()) {
    const Shape shape = shapes.of(*operand);
    if (!shape.is_uniform() || shape.varies_by_part()) {
      return failure(llvm::isa<llvm::ReturnInst>(terminator) ? "work-items reach different barriers"
                                                             : "it has a divergent branch");
    }
  }
  return llvm::Error::success();
}

llvm::Error check_value(const llvm::Instruction &value, const Shapes &shapes) {
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&value)) {
    if (call->isMustTailCall()) {
      return failure("it has a musttail call");
    }
  }
  if (value.getType()->isTokenTy()) {
    return failure("it has values of token type");
  }
  if (value.getType()->isVoidTy() || !shapes.of(value).is_varying()) {
    return llvm::Error::success();
  }
  const unsigned components = component_count(value.getType());
  if (components == 0 || components > most_components) {
    return failure("it has a varying value with too many components");
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Error check_widenable(const AccessPlan &plan) {
  const Shapes &shapes = plan.shapes();
  for (const llvm::BasicBlock *block :
       llvm::ReversePostOrderTraversal<llvm::Function *>(&plan.function())) {
    for (const llvm::Instruction &instruction : *block) {
      const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && !variable->isStaticAlloca()) {
        return failure("it has a private variable that is no static alloca");
      }
      if (llvm::Error remark = instruction.isTerminator() ? check_terminator(instruction, shapes)
                                                          : check_value(instruction, shapes)) {
        return remark;
      }
    }
  }
  return llvm::Error::success();
}

llvm::Function *widen(const AccessPlan &plan) {
  return Widener(plan).run(widen_instruction);
}

}  // namespace mux::compiler
