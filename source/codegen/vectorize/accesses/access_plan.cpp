#include "codegen/vectorize/accesses/access_plan.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <cassert>
#include <optional>

#include "codegen/ir/lane_functions.h"

namespace mux::compiler {

AccessPlan::AccessPlan(llvm::Function &linearized, const Packet &packet)
    : function_(linearized),
      packet_(packet),
      shapes_(linearized, packet),
      planner_(linearized, packet_, shapes_) {
  for (llvm::BasicBlock &block : linearized) {
    llvm::Value *mask = block_mask(block);
    if (mask != nullptr && llvm::isa<llvm::Constant>(mask)) {
      mask = nullptr;
    }
    if (mask != nullptr) {
      masks_[&block] = mask;
    }
    for (llvm::Instruction &instruction : block) {
      if (const std::optional<Access> access = planner_.plan(instruction, mask)) {
        indices_[&instruction] = accesses_.size();
        accesses_.push_back(*access);
      }
    }
  }
}

const Access *AccessPlan::find(const llvm::Instruction &instruction) const {
  const auto found = indices_.find(&instruction);
  return found == indices_.end() ? nullptr : &accesses_[found->second];
}

const Access &AccessPlan::of(const llvm::Instruction &access) const {
  assert(indices_.contains(&access) && "the function has changed since the plan was made");
  return accesses_[indices_.lookup(&access)];
}

Access &AccessPlan::of(const llvm::Instruction &access) {
  assert(indices_.contains(&access) && "the function has changed since the plan was made");
  return accesses_[indices_.lookup(&access)];
}

}  // namespace mux::compiler
