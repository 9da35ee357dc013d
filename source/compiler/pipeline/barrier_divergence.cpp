#include "compiler/pipeline/barrier_divergence.h"

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/pipeline/collectives.h"
#include "compiler/pipeline/work_item_context.h"
#include "compiler/pipeline/work_item_functions.h"

namespace mux::compiler {

namespace {

/// Tells LLVM's uniformity analysis which values differ between the work-items of a group of their
/// own accord; what depends on them it finds itself.
class WorkItemDivergence : public llvm::TargetTransformInfoImplCRTPBase<WorkItemDivergence> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<WorkItemDivergence>;

 public:
  explicit WorkItemDivergence(llvm::Function &function)
      : Base(function.getParent()->getDataLayout()) {
    const WorkItemContext context = WorkItemContext::of(function);
    parameters_.insert(context.local_id.begin(), context.local_id.end());
    parameters_.insert(context.local_index);
  }

  bool hasBranchDivergence(const llvm::Function * = nullptr) const { return true; }

  /// What a reduction or a broadcast gives is the same for all, whatever they give it.
  bool isAlwaysUniform(const llvm::Value *value) const {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(value);
    const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
    const std::optional<Collective> collective =
        callee == nullptr ? std::nullopt : collective_of(*callee);
    return collective.has_value() && collective->is_uniform();
  }

  bool isSourceOfDivergence(const llvm::Value *value) const {
    if (parameters_.contains(value)) {
      return true;
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !instruction->mayReadOrWriteMemory()) {
      return false;
    }
    // What all work-items read from one place is the same for all, unless they race for it.
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction);
    return load == nullptr || !load->isSimple() || may_be_private(load->getPointerOperand());
  }

 private:
  static bool may_be_private(const llvm::Value *pointer) {
    llvm::SmallVector<const llvm::Value *> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    return std::any_of(objects.begin(), objects.end(), [](const llvm::Value *object) {
      const unsigned space = object->getType()->getPointerAddressSpace();
      const bool is_shared = llvm::isa<llvm::Argument>(object) ||
                             llvm::isa<llvm::GlobalVariable>(object) || (space >= 1 && space <= 3);
      return !is_shared;
    });
  }

  llvm::SmallPtrSet<const llvm::Value *, 8> parameters_;
};

/// Where a work-item that leaves a block stops next: barriers, and blocks that end the kernel.
class NextStops {
 public:
  explicit NextStops(const llvm::BasicBlock &start) {
    llvm::SmallVector<const llvm::BasicBlock *> pending(llvm::successors(&start));
    while (!pending.empty()) {
      const llvm::BasicBlock *block = pending.pop_back_val();
      if (!seen_.insert(block).second) {
        continue;
      }
      if (const llvm::Instruction *barrier = first_barrier(*block)) {
        stops_.insert(barrier);
      } else if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) {
        // One stop, however many places the kernel ends at.
        stops_.insert(nullptr);
      } else {
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
      }
    }
  }

  bool is_one() const { return stops_.size() <= 1; }

 private:
  static const llvm::Instruction *first_barrier(const llvm::BasicBlock &block) {
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && is_barrier(callee->getName())) {
        return call;
      }
    }
    return nullptr;
  }

  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen_;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> stops_;
};

}  // namespace

bool barriers_may_diverge(llvm::Function &work_item_function) {
  const llvm::TargetTransformInfo divergence{WorkItemDivergence(work_item_function)};
  const llvm::DominatorTree dominators(work_item_function);
  llvm::CycleInfo cycles;
  cycles.compute(work_item_function);
  llvm::UniformityInfo uniformity(dominators, cycles, &divergence);
  uniformity.compute();
  return std::any_of(
      work_item_function.begin(), work_item_function.end(), [&](const llvm::BasicBlock &block) {
        return uniformity.hasDivergentTerminator(block) && !NextStops(block).is_one();
      });
}

}  // namespace mux::compiler
