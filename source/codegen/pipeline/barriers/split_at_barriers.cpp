#include "codegen/pipeline/barriers/split_at_barriers.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "codegen/ir/liveness.h"
#include "codegen/ir/stack_variables.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/pipeline/barriers/barrier_divergence.h"
#include "codegen/pipeline/barriers/carried_addresses.h"
#include "codegen/pipeline/barriers/carried_slots.h"
#include "codegen/pipeline/barriers/carried_values.h"
#include "codegen/pipeline/barriers/collective_lowering.h"
#include "codegen/pipeline/barriers/context_array.h"
#include "codegen/pipeline/barriers/recompute.h"
#include "codegen/pipeline/barriers/region_cloner.h"
#include "codegen/pipeline/barriers/resume_points.h"
#include "codegen/pipeline/barriers/variable_liveness.h"
#include "codegen/vectorize/analysis/uniformity.h"

namespace mux::compiler {

namespace {

struct Barrier {
  /// The block that the barrier ended.
  llvm::BasicBlock *before = nullptr;
  /// The block that follows it; `before` is its only predecessor.
  llvm::BasicBlock *after = nullptr;
  /// The region's start: loads the live values, then branches to `after`.
  llvm::BasicBlock *enter = nullptr;
  /// Values that are stored to the context array before the barrier.
  llvm::SmallVector<llvm::Instruction *> stored;
  /// Values that the region needs at its start.
  llvm::SmallVector<llvm::Instruction *> loaded;
  /// What is executed once for the group before the region.
  GroupStep step;
};

class Splitter {
 public:
  Splitter(const WorkItemTraits &kernel, llvm::Function &function, BarrierDivergence divergence)
      : kernel_(kernel),
        function_(function),
        storage_(function),
        collectives_(storage_, kernel.joined_size.has_value()),
        divergence_(divergence),
        resume_points_(storage_),
        slots_(storage_) {}

  std::vector<Region> split() {
    separate_variables();
    cut_at_barriers();
    allocate_variables();
    sink_addresses_to_uses(function_, [&](llvm::Instruction &address) {
      return !is_cheap_to_recompute(address) && lives_across_barrier(address);
    });
    find_live_values();
    drop_noalias_of_carried(function_, [&](llvm::Instruction &value) {
      return carried_.contains(&value) && !is_cheap_to_recompute(value);
    });
    carry_live_values();
    if (diverges()) {
      resume_points_.keep(function_);
    }
    storage_.separate_from_other_memory();
    const RegionCloner cloner(function_);
    std::vector<Region> regions{{&function_}};
    for (size_t i = 0; i < barriers_.size(); ++i) {
      regions.push_back(
          {clone_region(cloner, barriers_[i], i + 1), collective_step(barriers_[i], i + 1)});
    }
    llvm::removeUnreachableBlocks(function_);
    return regions;
  }

  uint64_t storage_size() const { return storage_.size(); }

 private:
  bool diverges() const { return divergence_ != BarrierDivergence::none; }

  /// Moves all variables to an entry block of their own, which all regions share.
  void separate_variables() {
    llvm::BasicBlock &entry = function_.getEntryBlock();
    const llvm::SmallVector<llvm::AllocaInst *> variables = stack_variables(function_);
    for (llvm::AllocaInst *variable : llvm::reverse(variables)) {
      variable->moveBefore(entry, entry.begin());
    }
    auto first = entry.begin();
    std::advance(first, variables.size());
    llvm::SplitBlock(&entry, first);
  }

  /// Allocates variables that are live across a barrier in the context array. Each region has its
  /// own copy of the others, up to a limit of bytes: two pixels, say, that a filter reads before a
  /// barrier and others after it.
  void allocate_variables() {
    constexpr uint64_t most_on_stack = 256;
    uint64_t on_stack = 0;
    llvm::IRBuilder<> builder(function_.getEntryBlock().getTerminator());
    for (llvm::AllocaInst *variable : stack_variables(function_)) {
      const uint64_t size = stack_variable_size(*variable);
      const VariableLiveness reads(*variable);
      const bool lasts =
          llvm::any_of(barriers_,
                       [&](const Barrier &barrier) { return reads.follow(*barrier.after); }) ||
          is_address_live_across_barrier(*variable);
      if (!lasts && on_stack + size <= most_on_stack) {
        on_stack += size;
        remove_lifetime(*variable);
        continue;
      }
      const auto slot = storage_.add(size, stack_variable_alignment(*variable));
      replace_stack_variable(*variable, *storage_.address(builder, slot));
    }
  }

  bool lives_across_barrier(const llvm::Instruction &value) const {
    const LiveBlocks live(value);
    return llvm::any_of(live.blocks(), [&](const llvm::BasicBlock *block) {
      return blocks_.begun_by(*block).has_value();
    });
  }

  /// Whether an address in a variable that is not read after a barrier is used there nevertheless:
  /// what is stored to it does not matter, but the store must go to valid memory.
  bool is_address_live_across_barrier(llvm::AllocaInst &variable) const {
    llvm::SmallVector<llvm::Instruction *> addresses{&variable};
    while (!addresses.empty()) {
      for (llvm::User *user : addresses.pop_back_val()->users()) {
        if (!llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
          continue;
        }
        auto *address = llvm::cast<llvm::Instruction>(user);
        if (lives_across_barrier(*address)) {
          return true;
        }
        addresses.push_back(address);
      }
    }
    return false;
  }

  void cut_at_barriers() {
    llvm::SmallVector<llvm::CallInst *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      if (is_barrier_call(instruction)) {
        calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
      }
    }
    barriers_.resize(calls.size());
    // In reverse order, since splitting moves what follows a barrier in its block.
    for (size_t i = calls.size(); i-- > 0;) {
      barriers_[i].before = calls[i]->getParent();
      barriers_[i].after =
          llvm::SplitBlock(barriers_[i].before, calls[i]->getNextNode()->getIterator());
    }
    for (const auto &[index, call] : llvm::enumerate(calls)) {
      Barrier &barrier = barriers_[index];
      // If the previous barrier was in the same block, this one is now in the block after that.
      barrier.before = call->getParent();
      if (const auto collective = collective_of(*call->getCalledFunction())) {
        barrier.step.collective = collectives_.give(*call, *collective);
        llvm::IRBuilder<> builder(barrier.after, barrier.after->begin());
        call->replaceAllUsesWith(collectives_.take(builder, *barrier.step.collective));
      }
      call->eraseFromParent();
      blocks_.add(*barrier.before, *barrier.after, static_cast<unsigned>(index));
    }
  }

  void find_live_values() {
    const Uniformity uniformity(function_, varying_parameters(function_));
    const llvm::BasicBlock *entry = &function_.getEntryBlock();
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      if (instruction.getParent() == entry || instruction.use_empty()) {
        continue;
      }
      const LiveBlocks live(instruction);
      const llvm::SmallVector<unsigned> carrying = blocks_.begun_by_any(live.blocks());
      if (carrying.empty()) {
        continue;
      }
      carried_.insert(&instruction);
      const bool is_recomputed = is_cheap_to_recompute(instruction);
      const CarriedValue carried(instruction, live, blocks_, /*is_stored=*/!is_recomputed);
      for (const unsigned barrier : carried.stored_before()) {
        barriers_[barrier].stored.push_back(&instruction);
      }
      for (const unsigned barrier : carried.loaded_after()) {
        barriers_[barrier].loaded.push_back(&instruction);
      }
      // Work-items on different paths would each have to store what the others did not. Those that
      // end early store nothing, since only the others continue.
      const bool is_shared =
          divergence_ != BarrierDivergence::barriers && !uniformity.varies(instruction) &&
          llvm::none_of(instruction.uses(),
                        [&](const llvm::Use &use) { return uniformity.varies_at(use); });
      if (is_shared) {
        shared_.insert(&instruction);
      }
      if (!is_recomputed) {
        slots_.add(instruction, carrying, is_shared);
      }
    }
  }

  /// Demotes every carried value to a variable, stored where it is computed and loaded where it is
  /// used. A region's start stores it too, either from the context array or recomputed. After
  /// promotion to SSA form, each region has exactly the values it needs.
  void carry_live_values() {
    enter_regions();
    llvm::DenseMap<llvm::Instruction *, llvm::AllocaInst *> variables;
    llvm::DenseMap<llvm::Instruction *, llvm::Type *> types;
    for (llvm::Instruction *value : carried_) {
      types[value] = value->getType();
    }
    for (llvm::Instruction *value : carried_) {
      variables[value] = llvm::DemoteRegToStack(
          *value, false, function_.getEntryBlock().getTerminator()->getIterator());
    }
    for (size_t i = 0; i < barriers_.size(); ++i) {
      Barrier &barrier = barriers_[i];
      llvm::IRBuilder<> enter(barrier.enter->getTerminator());
      llvm::Instruction *leave_branch = barrier.before->getTerminator();
      llvm::IRBuilder<> leave(leave_branch);
      for (llvm::Instruction *value : barrier.stored) {
        llvm::Type *type = types.lookup(value);
        const ContextArray::Slot slot = slots_.of(*value);
        llvm::Value *current = leave.CreateLoad(type, variables.lookup(value));
        if (shared_.contains(value)) {
          storage_.store_shared(leave, slot, current);
          barrier.step.shared_values.push_back({slot, type});
        } else {
          storage_.store(leave, slot, current);
        }
      }
      for (llvm::Instruction *value : barrier.loaded) {
        enter.CreateStore(value_at_start(enter, barrier, *value, types.lookup(value)),
                          variables.lookup(value));
      }
      leave.CreateRet(leave.getInt32(i + 1));
      leave_branch->eraseFromParent();
    }
  }

  /// The value of a carried value at the start of a region.
  llvm::Value *value_at_start(llvm::IRBuilder<> &builder, const Barrier &barrier,
                              llvm::Instruction &value, llvm::Type *type) const {
    if (llvm::Value *recomputed = recomputed_.lookup({barrier.enter, &value})) {
      return recomputed;
    }
    const ContextArray::Slot slot = slots_.of(value);
    return shared_.contains(&value) ? storage_.load_shared(builder, slot, type)
                                    : storage_.load(builder, slot, type);
  }

  /// Creates the start block of each region, with the recomputed values.
  void enter_regions() {
    for (Barrier &barrier : barriers_) {
      barrier.enter = llvm::BasicBlock::Create(function_.getContext(), "after_barrier", &function_);
      llvm::IRBuilder<> builder(llvm::BranchInst::Create(barrier.after, barrier.enter));
      llvm::ValueToValueMapTy done;
      for (llvm::Instruction *value : barrier.loaded) {
        if (is_cheap_to_recompute(*value)) {
          recomputed_[{barrier.enter, value}] = recompute(builder, *value, done);
        }
      }
    }
  }

  llvm::Function *collective_step(Barrier &barrier, uint32_t barrier_index) {
    if (barrier.step.is_empty()) {
      return nullptr;
    }
    barrier.step.joined_size = kernel_.joined_size;
    if (diverges()) {
      barrier.step.participants = Participants{resume_points_.slot(), barrier_index};
    }
    return build_group_step(*function_.getParent(), barrier.step);
  }

  llvm::Function *clone_region(const RegionCloner &cloner, const Barrier &barrier,
                               uint64_t barrier_index) {
    llvm::Function &region = cloner.clone(*barrier.enter);
    if (diverges()) {
      resume_points_.skip_others(region, barrier_index);
    }
    llvm::removeUnreachableBlocks(region);
    return &region;
  }

  const WorkItemTraits &kernel_;
  llvm::Function &function_;
  ContextArray storage_;
  CollectiveMemory collectives_;
  BarrierDivergence divergence_;
  ResumePoints resume_points_;
  std::vector<Barrier> barriers_;
  BarrierBlocks blocks_;
  CarriedSlots slots_;
  llvm::SetVector<llvm::Instruction *> carried_;
  /// The carried values that are uniform across the group; they may have been erased.
  llvm::DenseSet<const llvm::Instruction *> shared_;
  llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::Instruction *>, llvm::Value *> recomputed_;
};

}  // namespace

SplitKernel split_at_barriers(WorkItemKernel kernel, llvm::Function *unsplit) {
  SplitKernel result;
  llvm::Function &work_item = *kernel.work_item;
  static_cast<WorkItemTraits &>(result) = std::move(kernel);
  if (!has_barrier(work_item)) {
    result.regions = {{&work_item}};
    return result;
  }
  const BarrierDivergence divergence = barrier_divergence(work_item);
  result.barriers_diverge = divergence != BarrierDivergence::none;
  result.unsplit = unsplit;
  Splitter splitter(result, work_item, divergence);
  result.regions = splitter.split();
  result.description.storage_per_work_item = splitter.storage_size();
  return result;
}

}  // namespace mux::compiler
