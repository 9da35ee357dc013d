#include "codegen/vectorize/linearize/linearize.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/ir/failure.h"
#include "codegen/ir/lane_functions.h"
#include "codegen/vectorize/analysis/uniformity.h"
#include "codegen/vectorize/linearize/canonicalize.h"
#include "codegen/vectorize/linearize/linearize_branches.h"
#include "codegen/vectorize/linearize/linearize_plan.h"
#include "codegen/vectorize/linearize/linearize_values.h"

namespace mux::compiler {

namespace {

const llvm::Value *returned_value(const llvm::Function &function) {
  for (const llvm::BasicBlock &block : function) {
    if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      return end->getReturnValue();
    }
  }
  return nullptr;
}

/// Simplifies an instruction. Also combines a blend with an inner blend under the same mask.
llvm::Value *simplify(llvm::Instruction &instruction, const llvm::SimplifyQuery &query) {
  auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  auto *other =
      choice == nullptr ? nullptr : llvm::dyn_cast<llvm::SelectInst>(choice->getFalseValue());
  if (other != nullptr && other->getCondition() == choice->getCondition()) {
    if (other->getTrueValue() == choice->getTrueValue()) {
      return other;
    }
    choice->setFalseValue(other->getFalseValue());
  }
  return llvm::simplifyInstruction(&instruction, query);
}

/// Simplifies instructions in place and removes dead ones, without moving any.
void simplify_in_place(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::SimplifyQuery query(function.getParent()->getDataLayout(), nullptr, &dominators);
  llvm::SmallSetVector<llvm::Instruction *, 32> pending;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    pending.insert(&instruction);
  }
  // Users of a replaced value are put back on the worklist.
  llvm::SmallVector<llvm::WeakTrackingVH> dead;
  while (!pending.empty()) {
    llvm::Instruction *instruction = pending.pop_back_val();
    llvm::Value *simpler = simplify(*instruction, query);
    if (simpler != nullptr && simpler != instruction) {
      for (llvm::User *user : instruction->users()) {
        if (user != instruction) {
          pending.insert(llvm::cast<llvm::Instruction>(user));
        }
      }
      instruction->replaceAllUsesWith(simpler);
    }
    if (llvm::isInstructionTriviallyDead(instruction)) {
      dead.emplace_back(instruction);
    }
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (is_lane_call(instruction, LaneFunction::mask) &&
        llvm::PatternMatch::match(instruction.getOperand(0), llvm::PatternMatch::m_One())) {
      instruction.eraseFromParent();
    }
  }
}

}  // namespace

llvm::Error linearize(llvm::Function &function,
                      const llvm::SmallPtrSet<const llvm::Value *, 8> &sources) {
  if (llvm::Error remark = canonicalize(function)) {
    return remark;
  }
  llvm::SmallPtrSet<const llvm::Value *, 8> varying = sources;
  while (true) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    const Uniformity uniformity(function, varying);
    LinearPlan plan(function, uniformity, dominators, loops);
    const llvm::SmallVector<llvm::PHINode *> masked = masked_uniform_phis(plan, uniformity, loops);
    if (!masked.empty()) {
      varying.insert(masked.begin(), masked.end());
      continue;
    }
    const llvm::Value *returned = returned_value(function);
    if (returned != nullptr && uniformity.varies(*returned)) {
      return failure("work-items may continue at different barriers");
    }
    if (plan.chains().empty()) {
      return llvm::Error::success();
    }
    Variables variables(function);
    add_masks(plan, variables);
    demote_to_variables(plan, loops, variables);
    rewrite_branches(plan, function);
    variables.promote();
    simplify_in_place(function);
    return llvm::Error::success();
  }
}

}  // namespace mux::compiler
