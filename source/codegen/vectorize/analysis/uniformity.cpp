#include "codegen/vectorize/analysis/uniformity.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>

#include "codegen/ir/collectives.h"
#include "codegen/ir/function_calls.h"
#include "codegen/ir/joined_collectives.h"
#include "codegen/ir/lane_functions.h"
#include "codegen/ir/sub_group_functions.h"
#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/analysis/sync_dependence.h"

namespace mux::compiler {

namespace {

using Sources = llvm::SmallPtrSet<const llvm::Value *, 8>;

/// Whether a value is uniform for any operands, such as the result of a reduction or broadcast.
bool is_always_uniform(const llvm::Value &value) {
  if (is_lane_call(value, LaneFunction::any) || is_lane_call(value, LaneFunction::all) ||
      is_lane_call(value, LaneFunction::first)) {
    return true;
  }
  const llvm::Function *callee = called_function(value);
  const std::optional<Collective> collective =
      callee == nullptr ? std::nullopt : collective_of(*callee);
  return collective.has_value() && collective->is_uniform() &&
         !is_of_joined_groups(llvm::cast<llvm::CallBase>(value));
}

bool may_be_private(const llvm::Value &pointer) {
  llvm::SmallVector<const llvm::Value *> objects;
  llvm::getUnderlyingObjects(&pointer, objects, nullptr, 0);
  return std::any_of(objects.begin(), objects.end(), [](const llvm::Value *object) {
    const unsigned space = object->getType()->getPointerAddressSpace();
    const bool is_shared = llvm::isa<llvm::Argument>(object) ||
                           llvm::isa<llvm::GlobalVariable>(object) || (space >= 1 && space <= 3);
    return !is_shared;
  });
}

/// Whether the result of an instruction is varying regardless of its operands.
bool is_source(const llvm::Instruction &instruction) {
  if (const std::optional<SubGroupCall> call = sub_group_call(instruction)) {
    return call->function != SubGroupFunction::max_size;
  }
  if (!instruction.mayReadOrWriteMemory()) {
    return false;
  }
  // Loads of all work-items from one address are equal, unless there is a data race.
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load == nullptr || !load->isSimple() || may_be_private(*load->getPointerOperand());
}

/// Whether a phi may have different values for the predecessors of a join. Undefined values are not
/// assumed to be equal to others.
bool is_divergent_join(const llvm::PHINode &phi, const Divergence::Join &join) {
  const llvm::Value *only = phi.getIncomingValueForBlock(join.predecessors.front());
  return std::any_of(join.predecessors.begin(), join.predecessors.end(),
                     [&](const llvm::BasicBlock *predecessor) {
                       return phi.getIncomingValueForBlock(predecessor) != only;
                     });
}

}  // namespace

llvm::SmallPtrSet<const llvm::Value *, 8> varying_parameters(llvm::Function &work_item_function) {
  const WorkItemContext context = WorkItemContext::of(work_item_function);
  Sources sources;
  sources.insert(context.local_id.begin(), context.local_id.end());
  sources.insert(context.local_index);
  return sources;
}

/// Finds the values that depend on varying ones, by data or control flow.
class Uniformity::State {
 public:
  State(llvm::Function &function, const Sources &sources)
      : cycles_(cycles_of(function)), dependence_(function, cycles_) {
    for (const llvm::Value *source : sources) {
      mark(*source);
    }
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (is_source(instruction)) {
        mark(instruction);
      }
    }
    while (!values_.empty() || !divergent_.empty() || !pending_cycles_.empty()) {
      if (!values_.empty()) {
        use_value(*values_.pop_back_val());
      } else if (!divergent_.empty()) {
        apply(dependence_.divergence_at(*divergent_.pop_back_val()));
      } else {
        tear(*pending_cycles_.pop_back_val());
      }
    }
  }

  bool varies(const llvm::Value &value) const { return varying_.contains(&value); }
  bool branch_varies(const llvm::BasicBlock &block) const { return branches_.contains(&block); }
  bool is_divergent_loop(const llvm::Loop &loop) const {
    return llvm::any_of(divergent_loops_, [&](const llvm::Cycle *cycle) {
      return cycle->getHeader() == loop.getHeader();
    });
  }

  bool varies_at(const llvm::Use &use) const {
    if (varies(*use)) {
      return true;
    }
    const auto *value = llvm::dyn_cast<llvm::Instruction>(use.get());
    if (value == nullptr) {
      return false;
    }
    const llvm::BasicBlock *user_block = llvm::cast<llvm::Instruction>(use.getUser())->getParent();
    for (const llvm::Cycle *loop = cycles_.getCycle(value->getParent());
         loop != nullptr && !loop->contains(user_block); loop = loop->getParentCycle()) {
      if (divergent_loops_.contains(loop)) {
        return true;
      }
    }
    return false;
  }

 private:
  static llvm::CycleInfo cycles_of(llvm::Function &function) {
    llvm::CycleInfo cycles;
    cycles.compute(function);
    return cycles;
  }

  void mark(const llvm::Value &value) {
    if (!is_always_uniform(value) && varying_.insert(&value).second) {
      values_.push_back(&value);
    }
  }

  void use_value(const llvm::Value &value) {
    for (const llvm::User *user : value.users()) {
      if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        use(*instruction);
      }
    }
  }

  /// Marks an instruction that uses a varying value.
  void use(const llvm::Instruction &instruction) {
    if (!instruction.isTerminator()) {
      mark(instruction);
      return;
    }
    const llvm::BasicBlock &block = *instruction.getParent();
    if (instruction.getNumSuccessors() < 2 || !branches_.insert(&block).second) {
      return;
    }
    if (const llvm::Cycle *cycle = dependence_.irreducible_cycle(block)) {
      pending_cycles_.push_back(cycle);
    } else {
      divergent_.push_back(&block);
    }
  }

  void apply(const Divergence &divergence) {
    for (const Divergence::Join &join : divergence.joins) {
      for (const llvm::PHINode &phi : join.block->phis()) {
        if (is_divergent_join(phi, join)) {
          mark(phi);
        }
      }
    }
    for (const llvm::Cycle *loop : divergence.loops) {
      mark_divergent_loop(*loop);
    }
    pending_cycles_.append(divergence.cycles.begin(), divergence.cycles.end());
  }

  /// Marks the users of a loop's values after a divergent loop: work-items have values of different
  /// iterations.
  void mark_divergent_loop(const llvm::Cycle &loop) {
    if (!divergent_loops_.insert(&loop).second) {
      return;
    }
    for (const llvm::BasicBlock *block : loop.blocks()) {
      for (const llvm::Instruction &value : *block) {
        for (const llvm::User *user : value.users()) {
          const auto &instruction = *llvm::cast<llvm::Instruction>(user);
          if (!loop.contains(instruction.getParent())) {
            use(instruction);
          }
        }
      }
    }
  }

  /// Marks all values of an irreducible cycle with divergent control flow.
  void tear(const llvm::Cycle &cycle) {
    if (!divergent_loops_.insert(&cycle).second) {
      return;
    }
    for (const llvm::BasicBlock *block : cycle.blocks()) {
      for (const llvm::Instruction &instruction : *block) {
        if (!instruction.isTerminator()) {
          mark(instruction);
        } else if (instruction.getNumSuccessors() > 1) {
          branches_.insert(block);
        }
      }
    }
    apply(dependence_.divergence_in(cycle));
  }

  const llvm::CycleInfo cycles_;
  SyncDependence dependence_;
  llvm::DenseSet<const llvm::Value *> varying_;
  llvm::DenseSet<const llvm::BasicBlock *> branches_;
  llvm::DenseSet<const llvm::Cycle *> divergent_loops_;
  /// Worklists: values whose users, and branches and cycles whose joins are to be visited.
  llvm::SmallVector<const llvm::Value *> values_;
  llvm::SmallVector<const llvm::BasicBlock *> divergent_;
  llvm::SmallVector<const llvm::Cycle *> pending_cycles_;
};

Uniformity::Uniformity(llvm::Function &function, const Sources &sources)
    : state_(std::make_unique<State>(function, sources)) {}

Uniformity::~Uniformity() = default;

bool Uniformity::varies(const llvm::Value &value) const {
  return state_->varies(value);
}

bool Uniformity::varies_at(const llvm::Use &use) const {
  return state_->varies_at(use);
}

bool Uniformity::branch_varies(const llvm::BasicBlock &block) const {
  return state_->branch_varies(block);
}

bool Uniformity::is_divergent_loop(const llvm::Loop &loop) const {
  return state_->is_divergent_loop(loop);
}

}  // namespace mux::compiler
