#include "codegen/vectorize/linearize/linearize_branches.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/lane_functions.h"
#include "codegen/ir/unlikely_branches.h"
#include "codegen/vectorize/linearize/linearize_plan.h"
#include "codegen/vectorize/linearize/linearize_values.h"

namespace mux::compiler {

namespace {

llvm::Value *read_mask(llvm::IRBuilder<> &builder, const Mask *mask) {
  if (mask == nullptr) {
    return builder.getTrue();
  }
  return builder.CreateLoad(builder.getInt1Ty(), mask->slot);
}

void write_mask(llvm::IRBuilder<> &builder, llvm::Value *value, const Mask &mask) {
  builder.CreateStore(value, mask.slot);
}

/// Returns the condition under which a block with several successors continues at one of them.
llvm::Value *edge_condition(llvm::IRBuilder<> &builder, llvm::Instruction &terminator,
                            const llvm::BasicBlock &successor) {
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
    return branch->getSuccessor(0) == &successor ? branch->getCondition()
                                                 : builder.CreateNot(branch->getCondition());
  }
  auto &choice = llvm::cast<llvm::SwitchInst>(terminator);
  const bool is_default = choice.getDefaultDest() == &successor;
  llvm::Value *is_case = builder.getFalse();
  for (const auto &one : choice.cases()) {
    // The default successor is taken if no case of another successor matches.
    if ((one.getCaseSuccessor() == &successor) != is_default) {
      is_case = builder.CreateOr(is_case,
                                 builder.CreateICmpEQ(choice.getCondition(), one.getCaseValue()));
    }
  }
  return is_default ? builder.CreateNot(is_case) : is_case;
}

/// Returns the blocks that their single predecessor branches to only rarely.
llvm::SmallPtrSet<const llvm::BasicBlock *, 8> find_unlikely_blocks(
    const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> blocks;
  for (const llvm::BasicBlock &block : function) {
    const llvm::BasicBlock *before = block.getSinglePredecessor();
    const auto *branch =
        before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    if (branch != nullptr && branch->isConditional() &&
        is_unlikely(*branch, branch->getSuccessor(0) == &block ? 0 : 1)) {
      blocks.insert(&block);
    }
  }
  return blocks;
}

class Rewriter {
 public:
  Rewriter(const LinearPlan &plan, llvm::Function &function)
      : plan_(plan), function_(function), rare_blocks_(find_unlikely_blocks(function)) {}

  void run() {
    for (llvm::BasicBlock *block : plan_.inside()) {
      insert_mask_call(*block);
    }
    for (const std::unique_ptr<Chain> &chain : plan_.chains()) {
      rewrite_region(*chain);
    }
  }

 private:
  void insert_mask_call(llvm::BasicBlock &block) {
    if (const Mask *mask = plan_.mask(block)) {
      llvm::IRBuilder<> builder(&block, block.begin());
      call_lane_function(builder, LaneFunction::mask, read_mask(builder, mask));
    }
  }

  llvm::BasicBlock *new_block(const llvm::Twine &name, llvm::BasicBlock &before) {
    return llvm::BasicBlock::Create(function_.getContext(), name, &function_, &before);
  }

  /// Adds the work-items in `running` for which the condition holds (NULL: all) to the masks of the
  /// edge's target.
  void add_edge_masks(llvm::IRBuilder<> &builder, const Mask *running,
                      const llvm::BasicBlock &block, const llvm::BasicBlock &successor,
                      llvm::Value *condition) {
    const auto passing = [&] {
      llvm::Value *mask = read_mask(builder, running);
      // A logical and: for inactive work-items the condition may be poison.
      return condition == nullptr ? mask : builder.CreateLogicalAnd(mask, condition);
    };
    if (const Mask *gathered = plan_.gathered(successor)) {
      llvm::Value *mask = passing();
      if (!gathered->is_from_one_edge) {
        mask = builder.CreateOr(read_mask(builder, gathered), mask);
      }
      write_mask(builder, mask, *gathered);
    }
    if (const Chain *body = plan_.body_of(successor)) {
      if (!body->loop->contains(&block)) {
        write_mask(builder, passing(), *body->base);
      } else if (!is_unchanged(*body)) {
        write_mask(builder, passing(), *body->staying);
      }
    }
  }

  /// Replaces a block's terminator by updates of masks and a branch to `next`.
  void rewrite_branch(llvm::BasicBlock &block, const Mask *running, llvm::BasicBlock &next) {
    llvm::Instruction *terminator = block.getTerminator();
    llvm::IRBuilder<> builder(terminator);
    const llvm::SmallSetVector<llvm::BasicBlock *, 4> successors(llvm::succ_begin(&block),
                                                                 llvm::succ_end(&block));
    for (const llvm::BasicBlock *successor : successors) {
      const bool is_needed =
          plan_.gathered(*successor) != nullptr || plan_.body_of(*successor) != nullptr;
      if (is_needed) {
        llvm::Value *condition =
            successors.size() == 1 ? nullptr : edge_condition(builder, *terminator, *successor);
        add_edge_masks(builder, running, block, *successor, condition);
      }
    }
    builder.CreateBr(&next);
    terminator->eraseFromParent();
  }

  /// Inserts a block for the updates of masks on an edge of a kept branch.
  llvm::BasicBlock *edge_block(const Step &step, const llvm::BasicBlock &successor,
                               llvm::BasicBlock &next) {
    llvm::BasicBlock *edge = new_block(step.last->getName() + ".edge", next);
    llvm::IRBuilder<> builder(edge);
    add_edge_masks(builder, step.mask, *step.last, successor, nullptr);
    if (edge->empty()) {
      edge->eraseFromParent();
      return &next;
    }
    builder.CreateBr(&next);
    return edge;
  }

  void rewrite_preserved_branch(const Step &step, llvm::BasicBlock &near, llvm::BasicBlock &far) {
    auto *branch = llvm::cast<llvm::BranchInst>(step.last->getTerminator());
    llvm::BasicBlock *first = edge_block(step, *step.branch->near, near);
    llvm::BasicBlock *second = edge_block(step, *step.branch->far, far);
    const bool near_if_true = branch->getSuccessor(0) == step.branch->near;
    branch->setSuccessor(0, near_if_true ? first : second);
    branch->setSuccessor(1, near_if_true ? second : first);
  }

  void clear_accumulated_masks(const Chain &chain, llvm::IRBuilder<> &builder) {
    for (const Mask *mask : chain.gathered) {
      write_mask(builder, builder.getFalse(), *mask);
    }
  }

  void rewrite_region(const Chain &chain) {
    llvm::IRBuilder<> builder(chain.head->getTerminator());
    clear_accumulated_masks(chain, builder);
    llvm::BasicBlock *first = rewrite_steps(chain, *chain.end, *chain.end);
    rewrite_branch(*chain.head, chain.base, *first);
  }

  /// @param end follows the last step.
  /// @param exit follows if no work-item is left in the loop; for a region, its end.
  /// @return the block to start with.
  llvm::BasicBlock *rewrite_steps(const Chain &chain, llvm::BasicBlock &end,
                                  llvm::BasicBlock &exit) {
    const size_t count = chain.steps.size();
    llvm::SmallVector<llvm::BasicBlock *> entries;
    for (const Step &step : chain.steps) {
      entries.push_back(step.is_guarded ? new_block(step.first->getName() + ".guard", *step.first)
                                        : step.first);
    }
    entries.push_back(&end);
    entries.push_back(&exit);
    for (size_t i = 0; i < count; ++i) {
      const Step &step = chain.steps[i];
      if (step.is_guarded) {
        llvm::IRBuilder<> builder(entries[i]);
        llvm::Value *any =
            call_lane_function(builder, LaneFunction::any, read_mask(builder, step.mask));
        // Work-items that skip the rest of a loop's body have left the loop.
        llvm::BasicBlock *skip = step.skip_to == count ? &exit : entries[step.skip_to];
        llvm::BranchInst *branch = builder.CreateCondBr(any, step.first, skip);
        if (rare_blocks_.contains(step.first)) {
          make_unlikely(*branch);
        }
      }
      llvm::BasicBlock &next = *entries[i + 1];
      if (step.body != nullptr) {
        rewrite_loop(*step.body, next);
      } else if (step.branch.has_value()) {
        rewrite_preserved_branch(step, next, *entries[step.branch->far_step]);
      } else {
        rewrite_branch(*step.last, step.mask, next);
      }
    }
    return entries.front();
  }

  /// Whether the loop's mask is the same in all iterations.
  static bool is_unchanged(const Chain &body) {
    return body.all_continue && body.steps.back().mask == body.base;
  }

  void rewrite_loop(const Chain &body, llvm::BasicBlock &exit) {
    llvm::BasicBlock &header = *body.loop->getHeader();
    llvm::IRBuilder<> start(&header, header.getFirstInsertionPt());
    clear_accumulated_masks(body, start);
    write_mask(start, start.getFalse(), *body.staying);
    llvm::BasicBlock *end = new_block(header.getName() + ".next", exit);
    rewrite_steps(body, *end, exit);
    llvm::IRBuilder<> builder(end);
    if (is_unchanged(body)) {
      builder.CreateBr(&header);
      return;
    }
    llvm::Value *staying = read_mask(builder, body.staying);
    write_mask(builder, staying, *body.base);
    if (body.all_continue && body.steps.back().is_mask_nonempty) {
      builder.CreateBr(&header);
    } else {
      builder.CreateCondBr(call_lane_function(builder, LaneFunction::any, staying), &header, &exit);
    }
  }

  const LinearPlan &plan_;
  llvm::Function &function_;
  const llvm::SmallPtrSet<const llvm::BasicBlock *, 8> rare_blocks_;
};

}  // namespace

void add_masks(LinearPlan &plan, Variables &variables) {
  for (const std::unique_ptr<Mask> &mask : plan.masks()) {
    mask->slot = variables.add(llvm::Type::getInt1Ty(variables.context()), "mask");
  }
}

void rewrite_branches(const LinearPlan &plan, llvm::Function &function) {
  Rewriter(plan, function).run();
}

}  // namespace mux::compiler
