#include "compiler/pipeline/barriers/barrier_regions.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "compiler/ir/liveness.h"
#include "compiler/ir/stack_variables.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/pipeline/barriers/barrier_divergence.h"
#include "compiler/pipeline/barriers/carried_addresses.h"
#include "compiler/pipeline/barriers/collective_lowering.h"
#include "compiler/pipeline/barriers/context_array.h"
#include "compiler/pipeline/barriers/lasting_variables.h"
#include "compiler/pipeline/barriers/recompute.h"
#include "compiler/pipeline/barriers/resume_points.h"
#include "compiler/vectorize/analysis/uniformity.h"

namespace mux::compiler {

namespace {

struct Barrier {
  /// Ends where the barrier stood.
  llvm::BasicBlock *before = nullptr;
  /// Starts right after it; `before` is its only predecessor.
  llvm::BasicBlock *after = nullptr;
  /// Where the region starts: brings the live values back and goes on to `after`.
  llvm::BasicBlock *enter = nullptr;
  llvm::SmallVector<llvm::Instruction *> live;
  /// What the group does before the region.
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
        resume_points_(storage_) {}

  std::vector<Region> split() {
    separate_variables();
    cut_at_barriers();
    allocate_variables();
    calculate_addresses_where_used(function_, [&](llvm::Instruction &address) {
      return !is_cheap_to_recompute(address) && lives_across_barrier(address);
    });
    find_live_values();
    drop_restrict_of_carried(function_, [&](llvm::Instruction &value) {
      return carried_.contains(&value) && !is_cheap_to_recompute(value);
    });
    carry_live_values();
    if (diverges()) {
      resume_points_.keep(function_);
    }
    storage_.separate_from_other_memory();
    std::vector<Region> regions{{&function_}};
    for (size_t i = 0; i < barriers_.size(); ++i) {
      regions.push_back({clone_region(barriers_[i], i + 1), collective_step(barriers_[i], i + 1)});
    }
    llvm::removeUnreachableBlocks(function_);
    return regions;
  }

  uint64_t storage_size() const { return storage_.size(); }

 private:
  bool diverges() const { return divergence_ != BarrierDivergence::none; }

  /// Leaves the variables alone in the entry block, which all regions then share.
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

  /// Gives variables that hold something across a barrier memory that lasts as long as the
  /// work-item. Each region has its own of the others, as long as they are small: two pixels that a
  /// filter reads before a barrier, and others after it.
  void allocate_variables() {
    constexpr uint64_t most_on_stack = 256;
    uint64_t on_stack = 0;
    llvm::IRBuilder<> builder(function_.getEntryBlock().getTerminator());
    for (llvm::AllocaInst *variable : stack_variables(function_)) {
      const uint64_t size = stack_variable_size(*variable);
      const VariableReads reads(*variable);
      const bool lasts =
          llvm::any_of(barriers_,
                       [&](const Barrier &barrier) { return reads.follow(*barrier.after); }) ||
          is_address_carried(*variable);
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
    return llvm::any_of(barriers_,
                        [&](const Barrier &barrier) { return live.lives_into(*barrier.after); });
  }

  /// Whether an address in a variable that nobody reads after a barrier is used there all the same:
  /// what is stored to it does not matter, but where that goes does.
  bool is_address_carried(llvm::AllocaInst &variable) const {
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
    for (llvm::CallInst *call : calls) {
      Barrier barrier;
      barrier.before = call->getParent();
      barrier.after = llvm::SplitBlock(barrier.before, call->getNextNode()->getIterator());
      if (const auto collective = collective_of(*call->getCalledFunction())) {
        barrier.step.collective = collectives_.give(*call, *collective);
        llvm::IRBuilder<> builder(barrier.after, barrier.after->begin());
        call->replaceAllUsesWith(collectives_.take(builder, *barrier.step.collective));
      }
      call->eraseFromParent();
      barriers_.push_back(std::move(barrier));
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
      for (Barrier &barrier : barriers_) {
        if (live.lives_into(*barrier.after)) {
          barrier.live.push_back(&instruction);
          carried_.insert(&instruction);
        }
      }
      // Work-items that take different paths would each have to leave what the others left alone.
      // Those that end early leave nothing: only the others go on.
      if (divergence_ != BarrierDivergence::barriers && carried_.contains(&instruction) &&
          !uniformity.varies(instruction) &&
          std::none_of(instruction.use_begin(), instruction.use_end(),
                       [&](const llvm::Use &use) { return uniformity.varies_at(use); })) {
        shared_.insert(&instruction);
      }
    }
  }

  /// Makes every value that some barrier carries a variable: written where it is computed, read
  /// where it is used. A region's start writes it too, either from the storage or computed again.
  /// In SSA form again, each region then has exactly the values it needs.
  void carry_live_values() {
    enter_regions();
    llvm::DenseMap<llvm::Instruction *, llvm::AllocaInst *> variables;
    llvm::DenseMap<llvm::Instruction *, ContextArray::Slot> slots;
    llvm::DenseMap<llvm::Instruction *, llvm::Type *> types;
    for (llvm::Instruction *value : carried_) {
      types[value] = value->getType();
      if (!is_cheap_to_recompute(*value)) {
        slots[value] = shared_.contains(value) ? storage_.add_shared(value->getType())
                                               : storage_.add(value->getType());
      }
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
      for (llvm::Instruction *value : barrier.live) {
        llvm::AllocaInst *variable = variables.lookup(value);
        const auto slot = slots.find(value);
        if (slot == slots.end()) {
          enter.CreateStore(recomputed_.lookup({barrier.enter, value}), variable);
          continue;
        }
        llvm::Type *type = types.lookup(value);
        if (shared_.contains(value)) {
          storage_.store_shared(leave, slot->second, leave.CreateLoad(type, variable));
          enter.CreateStore(storage_.load_shared(enter, slot->second, type), variable);
          barrier.step.shared_values.push_back({slot->second, type});
          continue;
        }
        storage_.store(leave, slot->second, leave.CreateLoad(type, variable));
        enter.CreateStore(storage_.load(enter, slot->second, type), variable);
      }
      leave.CreateRet(leave.getInt32(i + 1));
      leave_branch->eraseFromParent();
    }
  }

  /// Creates the start of each region, with the values that are computed again.
  void enter_regions() {
    for (Barrier &barrier : barriers_) {
      barrier.enter = llvm::BasicBlock::Create(function_.getContext(), "after_barrier", &function_);
      llvm::IRBuilder<> builder(llvm::BranchInst::Create(barrier.after, barrier.enter));
      llvm::ValueToValueMapTy done;
      for (llvm::Instruction *value : barrier.live) {
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

  llvm::Function *clone_region(const Barrier &barrier, uint64_t barrier_index) {
    llvm::ValueToValueMapTy map;
    llvm::Function *region = llvm::CloneFunction(&function_, map);
    llvm::Instruction *start = region->getEntryBlock().getTerminator();
    // The block owns the branch.
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks)
    llvm::BranchInst::Create(llvm::cast<llvm::BasicBlock>(map[barrier.enter]),
                             start->getIterator());
    llvm::cast<llvm::BasicBlock>(start->getSuccessor(0))
        ->removePredecessor(&region->getEntryBlock());
    start->eraseFromParent();
    if (diverges()) {
      resume_points_.skip_others(*region, barrier_index);
    }
    // At once, or all the clones of the whole kernel would be there at the same time: 1.7 GB of 250
    // barriers.
    llvm::removeUnreachableBlocks(*region);
    return region;
  }

  const WorkItemTraits &kernel_;
  llvm::Function &function_;
  ContextArray storage_;
  CollectiveMemory collectives_;
  BarrierDivergence divergence_;
  ResumePoints resume_points_;
  std::vector<Barrier> barriers_;
  llvm::SetVector<llvm::Instruction *> carried_;
  /// Those that are the same for all work-items of the group; they may have been erased.
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
