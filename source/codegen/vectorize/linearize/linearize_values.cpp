#include "codegen/vectorize/linearize/linearize_values.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "codegen/vectorize/analysis/uniformity.h"
#include "codegen/vectorize/linearize/linearize_plan.h"

namespace mux::compiler {

namespace {

/// Returns the blocks inside of chains and the ends of chains.
llvm::SetVector<llvm::BasicBlock *> changed_blocks(const LinearPlan &plan) {
  llvm::SetVector<llvm::BasicBlock *> blocks = plan.inside();
  for (const std::unique_ptr<Chain> &chain : plan.chains()) {
    blocks.insert(chain->end);
  }
  return blocks;
}

/// Whether all incoming values are undef or one and the same value, which is not redefined by
/// iterations of a loop that the phi is outside of.
bool has_single_value(const llvm::PHINode &phi, const llvm::LoopInfo &loops) {
  const llvm::Value *only = nullptr;
  for (const llvm::Value *value : phi.incoming_values()) {
    if (llvm::isa<llvm::UndefValue>(value)) {
      continue;
    }
    if (only != nullptr && value != only) {
      return false;
    }
    only = value;
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
      const llvm::Loop *loop = loops.getLoopFor(instruction->getParent());
      if (loop != nullptr && !loop->contains(phi.getParent())) {
        return false;
      }
    }
  }
  return true;
}

/// Whether a value from this edge must be blended with the variable's content, because the edge is
/// executed while only some of the phi's work-items are active in `predecessor`. The mask of
/// `predecessor` suffices for the blend: active work-items of it that take another edge reach the
/// phi later and store then, or never.
bool needs_blend(const LinearPlan &plan, const llvm::PHINode &phi,
                 const llvm::BasicBlock &predecessor) {
  const llvm::BasicBlock &block = *phi.getParent();
  return plan.body_of(block) == nullptr && plan.mask(predecessor) != plan.mask(block);
}

class Mover {
 public:
  Mover(const LinearPlan &plan, const llvm::LoopInfo &loops, Variables &variables)
      : plan_(plan), loops_(loops), variables_(variables) {}

  void run() {
    const llvm::SetVector<llvm::BasicBlock *> blocks = changed_blocks(plan_);
    for (llvm::BasicBlock *block : blocks) {
      for (llvm::PHINode &phi : llvm::make_early_inc_range(block->phis())) {
        move_phi(phi);
      }
    }
    for (llvm::BasicBlock *block : blocks) {
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(*block)) {
        if (instruction.isUsedOutsideOfBlock(block)) {
          move_value(instruction);
        }
      }
    }
    for (const auto &[header, types] : poisoned_) {
      llvm::IRBuilder<> builder(header, header->getFirstInsertionPt());
      for (llvm::AllocaInst *variable : types) {
        builder.CreateStore(llvm::PoisonValue::get(variable->getAllocatedType()), variable);
      }
    }
  }

 private:
  /// Stores poison to a variable at the start of each iteration of the loop around a block, so that
  /// its value is not live across iterations.
  void poison_each_iteration(llvm::AllocaInst &variable, const llvm::BasicBlock &block) {
    if (const llvm::Loop *loop = loops_.getLoopFor(&block)) {
      poisoned_[loop->getHeader()].push_back(&variable);
    }
  }

  void move_phi(llvm::PHINode &phi) {
    llvm::BasicBlock &block = *phi.getParent();
    llvm::AllocaInst &variable = *variables_.add(phi.getType(), phi.getName());
    const bool is_one_value = has_single_value(phi, loops_);
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> seen;
    for (const auto &[predecessor, use] : llvm::zip(phi.blocks(), phi.incoming_values())) {
      if (!seen.insert(predecessor).second) {
        continue;
      }
      llvm::Value *value = use.get();
      const bool is_blended = !is_one_value && needs_blend(plan_, phi, *predecessor);
      const bool is_nothing = llvm::isa<llvm::UndefValue>(value);
      if (is_nothing && (is_blended || is_one_value)) {
        continue;
      }
      llvm::IRBuilder<> builder(predecessor->getTerminator());
      if (const Mask *mask = plan_.mask(*predecessor); is_blended && mask != nullptr) {
        llvm::Value *running = builder.CreateLoad(builder.getInt1Ty(), mask->slot);
        llvm::Value *others = builder.CreateLoad(phi.getType(), &variable);
        value = builder.CreateSelect(running, value, others);
      }
      builder.CreateStore(value, &variable);
    }
    const llvm::Loop *loop = loops_.getLoopFor(&block);
    if (loop == nullptr || loop->getHeader() != &block) {
      poison_each_iteration(variable, block);
    }
    llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
    llvm::LoadInst *load = builder.CreateLoad(phi.getType(), &variable);
    load->takeName(&phi);
    phi.replaceAllUsesWith(load);
    phi.eraseFromParent();
  }

  void move_value(llvm::Instruction &value) {
    llvm::AllocaInst &variable = *variables_.add(value.getType(), value.getName());
    llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> loads;
    const auto load_in = [&](llvm::BasicBlock &block) {
      llvm::Value *&load = loads[&block];
      if (load == nullptr) {
        llvm::IRBuilder<> builder(&block, block.getFirstInsertionPt());
        load = builder.CreateLoad(value.getType(), &variable);
      }
      return load;
    };
    for (llvm::Use &use : llvm::make_early_inc_range(value.uses())) {
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
      llvm::BasicBlock *block = phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
      if (block != value.getParent()) {
        use.set(load_in(*block));
      }
    }
    llvm::IRBuilder<> builder(value.getParent(), std::next(value.getIterator()));
    builder.CreateStore(&value, &variable);
    poison_each_iteration(variable, *value.getParent());
  }

  const LinearPlan &plan_;
  const llvm::LoopInfo &loops_;
  Variables &variables_;
  llvm::MapVector<llvm::BasicBlock *, llvm::SmallVector<llvm::AllocaInst *>> poisoned_;
};

}  // namespace

llvm::AllocaInst *Variables::add(llvm::Type *type, const llvm::Twine &name) {
  llvm::BasicBlock &entry = function_.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  variables_.push_back(builder.CreateAlloca(type, nullptr, name));
  return variables_.back();
}

llvm::LLVMContext &Variables::context() const {
  return function_.getContext();
}

void Variables::promote() {
  llvm::DominatorTree dominators(function_);
  llvm::PromoteMemToReg(variables_, dominators);
  variables_.clear();
}

llvm::SmallVector<llvm::PHINode *> masked_uniform_phis(const LinearPlan &plan,
                                                       const Uniformity &uniformity,
                                                       const llvm::LoopInfo &loops) {
  llvm::SmallVector<llvm::PHINode *> masked;
  for (llvm::BasicBlock *block : changed_blocks(plan)) {
    for (llvm::PHINode &phi : block->phis()) {
      const bool is_blended = llvm::any_of(phi.blocks(), [&](const llvm::BasicBlock *predecessor) {
        return needs_blend(plan, phi, *predecessor);
      });
      if (is_blended && !uniformity.varies(phi) && !has_single_value(phi, loops)) {
        masked.push_back(&phi);
      }
    }
  }
  return masked;
}

void demote_to_variables(const LinearPlan &plan, const llvm::LoopInfo &loops,
                         Variables &variables) {
  Mover(plan, loops, variables).run();
}

}  // namespace mux::compiler
