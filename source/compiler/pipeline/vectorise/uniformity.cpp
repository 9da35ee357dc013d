#include "compiler/pipeline/vectorise/uniformity.h"

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

#include "compiler/pipeline/collectives.h"
#include "compiler/pipeline/function_calls.h"
#include "compiler/pipeline/sub_groups.h"
#include "compiler/pipeline/vectorise/lanes.h"
#include "compiler/pipeline/work_item_context.h"

namespace mux::compiler {

namespace {

using Sources = llvm::SmallPtrSet<const llvm::Value *, 8>;

/// Tells LLVM's uniformity analysis which values differ between work-items of their own accord;
/// what depends on them it finds itself.
class WorkItemDivergence : public llvm::TargetTransformInfoImplCRTPBase<WorkItemDivergence> {
  using Base = llvm::TargetTransformInfoImplCRTPBase<WorkItemDivergence>;

 public:
  WorkItemDivergence(llvm::Function &function, Sources sources)
      : Base(function.getParent()->getDataLayout()), sources_(std::move(sources)) {}

  bool hasBranchDivergence(const llvm::Function * = nullptr) const { return true; }

  /// What a reduction or a broadcast gives is the same for all, whatever they give it.
  bool isAlwaysUniform(const llvm::Value *value) const {
    if (is_lane_call(*value, LaneFunction::any) || is_lane_call(*value, LaneFunction::all)) {
      return true;
    }
    const llvm::Function *callee = called_function(*value);
    const std::optional<Collective> collective =
        callee == nullptr ? std::nullopt : collective_of(*callee);
    return collective.has_value() && collective->is_uniform();
  }

  bool isSourceOfDivergence(const llvm::Value *value) const {
    if (sources_.contains(value)) {
      return true;
    }
    if (const std::optional<SubGroupCall> call = sub_group_call(*value)) {
      return call->function != SubGroupFunction::max_size;
    }
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !instruction->mayReadOrWriteMemory() || isAlwaysUniform(value)) {
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

  Sources sources_;
};

}  // namespace

llvm::SmallPtrSet<const llvm::Value *, 8> varying_parameters(llvm::Function &work_item_function) {
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  Sources sources;
  sources.insert(context.local_id.begin(), context.local_id.end());
  sources.insert(context.local_index);
  return sources;
}

struct Uniformity::State {
  llvm::TargetTransformInfo divergence;
  llvm::DominatorTree dominators;
  llvm::CycleInfo cycles;
  std::unique_ptr<llvm::UniformityInfo> information;

  State(llvm::Function &function, Sources sources)
      : divergence(WorkItemDivergence(function, std::move(sources))), dominators(function) {
    cycles.compute(function);
    information = std::make_unique<llvm::UniformityInfo>(dominators, cycles, &divergence);
    information->compute();
  }
};

Uniformity::Uniformity(llvm::Function &function, Sources sources)
    : state_(std::make_unique<State>(function, std::move(sources))) {}

Uniformity::~Uniformity() = default;

bool Uniformity::varies(const llvm::Value &value) const {
  return state_->information->isDivergent(&value);
}

bool Uniformity::varies_at(const llvm::Use &use) const {
  return state_->information->isDivergentUse(use);
}

bool Uniformity::branch_varies(const llvm::BasicBlock &block) const {
  return state_->information->hasDivergentTerminator(block);
}

}  // namespace mux::compiler
