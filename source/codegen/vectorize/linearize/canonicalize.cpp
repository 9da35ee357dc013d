#include "codegen/vectorize/linearize/canonicalize.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include "codegen/ir/failure.h"
#include "codegen/optimize/pass_analyses.h"

namespace mux::compiler {

namespace {

llvm::Error check_terminators(llvm::Function &function) {
  for (const llvm::BasicBlock &block : function) {
    const llvm::Instruction *terminator = block.getTerminator();
    if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(
            terminator)) {
      return failure(std::string("it has an unsupported terminator: ") +
                     terminator->getOpcodeName());
    }
  }
  return llvm::Error::success();
}

llvm::Error check_variables(llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable != nullptr && !variable->isStaticAlloca()) {
      return failure("it has a private variable that is no static alloca");
    }
  }
  return llvm::Error::success();
}

/// Removes assumptions, lifetime markers and alias scope declarations: they are no longer valid
/// when blocks run for other work-items as well.
void drop_annotations(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const bool is_scope = llvm::isa<llvm::NoAliasScopeDeclInst>(instruction);
    if (is_scope || llvm::isa<llvm::AssumeInst>(instruction) ||
        instruction.isLifetimeStartOrEnd()) {
      instruction.eraseFromParent();
    }
  }
}

/// Whether a block that ends with `unreachable` may stop before its end (by a trap, for instance).
bool may_stop_before_its_end(const llvm::BasicBlock &block) {
  return llvm::any_of(block, [](const llvm::Instruction &instruction) {
    return !instruction.isTerminator() &&
           !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction);
  });
}

/// Removes the edges to `dead` from a switch, which never takes them.
void remove_switch_target(llvm::SwitchInst &choice, llvm::BasicBlock &dead) {
  llvm::BasicBlock &block = *choice.getParent();
  for (auto next = choice.case_begin(); next != choice.case_end();) {
    if (next->getCaseSuccessor() != &dead) {
      ++next;
      continue;
    }
    dead.removePredecessor(&block);
    next = choice.removeCase(next);
  }
  if (choice.getDefaultDest() != &dead) {
    return;
  }
  dead.removePredecessor(&block);
  if (choice.getNumCases() == 0) {
    new llvm::UnreachableInst(choice.getContext(), choice.getIterator());
    choice.eraseFromParent();
    return;
  }
  llvm::BasicBlock *target = choice.case_begin()->getCaseSuccessor();
  for (llvm::PHINode &phi : target->phis()) {
    phi.addIncoming(phi.getIncomingValueForBlock(&block), &block);
  }
  choice.setDefaultDest(target);
}

/// Removes edges into blocks that end with `unreachable`, since executing these would be undefined
/// behavior. A block that may stop before its end, by a trap, stays; there the kernel returns
/// instead.
void remove_unreachable_ends(llvm::Function &function) {
  llvm::SmallVector<llvm::BasicBlock *> pending;
  const auto note = [&pending](llvm::BasicBlock &block) {
    if (llvm::isa<llvm::UnreachableInst>(block.getTerminator()) &&
        !may_stop_before_its_end(block)) {
      pending.push_back(&block);
    }
  };
  for (llvm::BasicBlock &block : function) {
    note(block);
  }
  while (!pending.empty()) {
    llvm::BasicBlock &dead = *pending.pop_back_val();
    const llvm::SmallPtrSet<llvm::BasicBlock *, 8> predecessors(llvm::pred_begin(&dead),
                                                                llvm::pred_end(&dead));
    for (llvm::BasicBlock *predecessor : predecessors) {
      llvm::Instruction *terminator = predecessor->getTerminator();
      if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(terminator)) {
        remove_switch_target(*choice, dead);
      } else {
        llvm::IRBuilder<> builder(terminator);
        auto *branch = llvm::cast<llvm::BranchInst>(terminator);
        dead.removePredecessor(predecessor);
        const unsigned other = branch->getSuccessor(0) == &dead ? 1 : 0;
        if (branch->isConditional() && branch->getSuccessor(other) != &dead) {
          builder.CreateBr(branch->getSuccessor(other));
        } else {
          builder.CreateUnreachable();
        }
        branch->eraseFromParent();
      }
      note(*predecessor);
    }
  }
}

/// Unifies the function's returns. Where the end is unreachable, the returned value is poison.
void unify_returns(llvm::Function &function) {
  llvm::SmallVector<llvm::Instruction *> ends;
  bool is_reached = true;
  for (llvm::BasicBlock &block : function) {
    llvm::Instruction *terminator = block.getTerminator();
    if (terminator->getNumSuccessors() == 0) {
      ends.push_back(terminator);
      is_reached = is_reached && llvm::isa<llvm::ReturnInst>(terminator);
    }
  }
  if (ends.empty() || (ends.size() == 1 && is_reached)) {
    return;
  }
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "return", &function));
  llvm::Type *type = function.getReturnType();
  llvm::PHINode *result = type->isVoidTy() ? nullptr : builder.CreatePHI(type, ends.size());
  llvm::BasicBlock *block = builder.GetInsertBlock();
  llvm::Value *only = nullptr;
  bool is_same = true;
  for (llvm::Instruction *end : ends) {
    const auto *leave = llvm::dyn_cast<llvm::ReturnInst>(end);
    if (result != nullptr) {
      llvm::Value *value =
          leave == nullptr ? llvm::PoisonValue::get(type) : leave->getReturnValue();
      result->addIncoming(value, end->getParent());
      if (leave != nullptr) {
        is_same = is_same && llvm::isa<llvm::Constant>(value) && (only == nullptr || only == value);
        only = value;
      }
    }
    llvm::BranchInst::Create(block, end->getIterator());
    end->eraseFromParent();
  }
  if (result != nullptr && is_same && only != nullptr) {
    result->eraseFromParent();
    builder.CreateRet(only);
  } else if (result != nullptr) {
    builder.CreateRet(result);
  } else {
    builder.CreateRetVoid();
  }
}

bool has_irreducible_loop(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  return llvm::containsIrreducibleCFG<llvm::BasicBlock *>(order, loops);
}

/// Replaces irreducible cycles by natural loops.
void make_reducible(llvm::Function &function) {
  llvm::PassBuilder builder;
  PassAnalyses analyses;
  analyses.register_all(builder);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::FixIrreduciblePass());
  passes.run(function, analyses.functions);
}

bool return_is_reachable(llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> ending;
  llvm::SmallVector<const llvm::BasicBlock *> pending;
  for (const llvm::BasicBlock &block : function) {
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) {
      pending.push_back(&block);
      ending.insert(&block);
    }
  }
  while (!pending.empty()) {
    for (const llvm::BasicBlock *predecessor : llvm::predecessors(pending.pop_back_val())) {
      if (ending.insert(predecessor).second) {
        pending.push_back(predecessor);
      }
    }
  }
  return ending.size() == function.size();
}

/// Hoists loop-invariant values. Inside a loop with divergent exits an invariant would be varying
/// for uses outside of the loop, such as a bound that the next loop starts from.
void hoist_invariants(llvm::LoopInfo &loops) {
  const llvm::SmallVector<llvm::Loop *, 4> outer_first = loops.getLoopsInPreorder();
  for (llvm::Loop *loop : llvm::reverse(outer_first)) {
    for (llvm::BasicBlock *block : loop->blocks()) {
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(*block)) {
        bool has_changed = false;
        loop->makeLoopInvariant(&instruction, has_changed);
      }
    }
  }
}

void simplify_loops(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  const llvm::SmallVector<llvm::Loop *> outermost(loops.begin(), loops.end());
  for (llvm::Loop *loop : outermost) {
    llvm::simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
  }
  hoist_invariants(loops);
  for (llvm::Loop *loop : loops) {
    llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
  }
}

/// Needed because simplifyLoop() may fail.
bool has_simple_loops(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  return llvm::all_of(loops.getLoopsInPreorder(),
                      [](const llvm::Loop *loop) { return loop->isLoopSimplifyForm(); });
}

}  // namespace

llvm::Error canonicalize(llvm::Function &function) {
  llvm::removeUnreachableBlocks(function);
  if (llvm::Error remark = check_terminators(function)) {
    return remark;
  }
  if (llvm::Error remark = check_variables(function)) {
    return remark;
  }
  drop_annotations(function);
  remove_unreachable_ends(function);
  unify_returns(function);
  for (llvm::BasicBlock &block : function) {
    llvm::ConstantFoldTerminator(&block);
  }
  // removeUnreachableBlocks() is unsuitable here: it ends blocks at calls that do not return.
  llvm::EliminateUnreachableBlocks(function);
  if (has_irreducible_loop(function)) {
    make_reducible(function);
    if (has_irreducible_loop(function)) {
      return failure("it has an irreducible loop");
    }
  }
  if (!return_is_reachable(function)) {
    return failure("it has a loop without an exit");
  }
  simplify_loops(function);
  if (!has_simple_loops(function)) {
    return failure("it has a loop that cannot be simplified");
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler
