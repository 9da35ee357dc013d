#include "codegen/pipeline/barriers/add_join_barriers.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/IteratedDominanceFrontier.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <vector>

#include "codegen/ir/liveness.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/pipeline/barriers/barrier_divergence.h"
#include "codegen/pipeline/barriers/insert_barrier.h"
#include "codegen/pipeline/barriers/recompute.h"

namespace mux::compiler {

namespace {

/// Minimum instructions that a barrier must save, since each region costs a loop over the
/// work-items and a dispatch in the entry point. With 12, 24, 40 and 60, kernels of Parboil and
/// OpenDwarfs with barriers took 0.964, 0.936, 0.931 and 0.928 of the compile time without any.
constexpr int64_t min_saved_instructions = 40;
constexpr unsigned max_added_barriers = 8;
/// Limit of the search, in visited blocks. A kernel of 60 blocks and 8 barriers takes some 20,000.
constexpr uint64_t most_steps = 10'000'000;

/// Limit of the instructions of all regions, up to which barriers are added one by one, each where
/// it saves most. In larger kernels they are added wherever regions join: a chain of 200 uniform
/// `if`s with two barriers in each would have 400 regions that contain all branches behind them,
/// 160,000 instructions.
constexpr int64_t most_region_instructions = 4'000;

/// The control flow graph, cut at the barriers, each of which ends a block.
class Paths {
 public:
  explicit Paths(llvm::Function &function) {
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers;
    for (llvm::BasicBlock &block : function) {
      numbers[&block] = static_cast<unsigned>(blocks_.size());
      blocks_.push_back(&block);
    }
    starts_.push_back(0);
    for (llvm::BasicBlock *block : blocks_) {
      sizes_.push_back(static_cast<int64_t>(block->sizeWithoutDebug()));
      llvm::SmallVector<unsigned, 2> next;
      for (llvm::BasicBlock *successor : llvm::successors(block)) {
        next.push_back(numbers.lookup(successor));
      }
      if (ends_in_barrier(*block)) {
        starts_.append(next.begin(), next.end());
        next.clear();
      }
      successors_.push_back(next);
    }
    cuts_.resize(static_cast<unsigned>(blocks_.size()));
  }

  size_t blocks() const { return blocks_.size(); }
  size_t starts() const { return starts_.size(); }
  llvm::BasicBlock &block(unsigned number) const { return *blocks_[number]; }

  /// Instructions of all regions.
  int64_t size() const { return size_of(cuts_); }

  /// The same, if a region begins at the block as well.
  int64_t size_with(unsigned block) const {
    llvm::BitVector cuts = cuts_;
    cuts.set(block);
    return size_of(cuts);
  }

  /// Instructions of the region that begins at the block.
  int64_t region_size(unsigned block) const { return region_size(block, cuts_); }

  bool is_cut(unsigned block) const { return cuts_.test(block); }
  void cut(unsigned block) { cuts_.set(block); }
  void join(unsigned block) { cuts_.reset(block); }

  static bool ends_in_barrier(const llvm::BasicBlock &block) {
    const llvm::Instruction *last = block.getTerminator()->getPrevNode();
    return last != nullptr && is_barrier_call(*last);
  }

 private:
  int64_t size_of(const llvm::BitVector &cuts) const {
    int64_t total = 0;
    for (const unsigned start : starts_) {
      total += cuts.test(start) ? 0 : region_size(start, cuts);
    }
    for (const unsigned cut : cuts.set_bits()) {
      total += region_size(cut, cuts);
    }
    return total;
  }

  int64_t region_size(unsigned start, const llvm::BitVector &cuts) const {
    llvm::BitVector seen(static_cast<unsigned>(blocks_.size()));
    llvm::SmallVector<unsigned> open{start};
    seen.set(start);
    int64_t total = 0;
    while (!open.empty()) {
      const unsigned block = open.pop_back_val();
      total += sizes_[block];
      for (const unsigned next : successors_[block]) {
        if (!seen.test(next) && !cuts.test(next)) {
          seen.set(next);
          open.push_back(next);
        }
      }
    }
    return total;
  }

  std::vector<llvm::BasicBlock *> blocks_;
  std::vector<int64_t> sizes_;
  std::vector<llvm::SmallVector<unsigned, 2>> successors_;
  /// Blocks where the regions of the program's barriers begin.
  llvm::SmallVector<unsigned> starts_;
  /// Blocks where additional regions are to begin.
  llvm::BitVector cuts_;
};

void end_blocks_at_barriers(llvm::Function &function) {
  llvm::SmallVector<llvm::Instruction *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (is_barrier_call(instruction) && !instruction.getNextNode()->isTerminator()) {
      calls.push_back(&instruction);
    }
  }
  // In reverse order, since splitting moves what follows a barrier in its block.
  for (llvm::Instruction *call : llvm::reverse(calls)) {
    llvm::SplitBlock(call->getParent(), call->getNextNode()->getIterator());
  }
}

class JoinBarriers {
 public:
  explicit JoinBarriers(llvm::Function &function)
      : function_(function),
        dominators_(function),
        loops_(dominators_),
        paths_(function),
        divergence_(barrier_divergence(function)) {
    for (llvm::BasicBlock &block : function) {
      if (Paths::ends_in_barrier(block)) {
        barriers_.push_back(&block);
      }
    }
    find_candidates();
  }

  void add() {
    // Barriers at which only a part of the group arrives would be wrong, and barrier_divergence(),
    // which is already the worst, would not reveal it.
    if (divergence_ == BarrierDivergence::barriers) {
      return;
    }
    const uint64_t steps = static_cast<uint64_t>(candidates_.size()) * paths_.blocks() *
                           paths_.starts() * max_added_barriers;
    if (candidates_.empty()) {
      return;
    }
    for (unsigned added = 0; steps <= most_steps && added < max_added_barriers && add_best();
         ++added) {
    }
    if (paths_.size() > most_region_instructions) {
      add_at_joins();
    }
  }

 private:
  /// Finds blocks with several predecessors that are outside of loops, or executed once per barrier
  /// of the innermost loop.
  void find_candidates() {
    for (unsigned i = 1; i < paths_.blocks(); ++i) {
      llvm::BasicBlock &block = paths_.block(i);
      if (dominators_.isReachableFromEntry(&block) && block.hasNPredecessorsOrMore(2) &&
          is_executed_per_barrier(block)) {
        candidates_.push_back(i);
      }
    }
  }

  bool is_executed_per_barrier(const llvm::BasicBlock &block) const {
    const llvm::Loop *loop = loops_.getLoopFor(&block);
    return loop == nullptr || llvm::any_of(barriers_, [&](const llvm::BasicBlock *barrier) {
             return loop->contains(barrier) &&
                    (loops_.getLoopFor(barrier) != loop || is_in_each_iteration(*loop, *barrier));
           });
  }

  bool is_in_each_iteration(const llvm::Loop &loop, const llvm::BasicBlock &barrier) const {
    llvm::SmallVector<llvm::BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    return llvm::all_of(latches, [&](const llvm::BasicBlock *latch) {
      return dominators_.dominates(&barrier, latch);
    });
  }

  bool add_best() {
    const int64_t before = paths_.size();
    int64_t most = min_saved_instructions;
    std::optional<unsigned> best;
    for (const unsigned candidate : candidates_) {
      int64_t saved = before - paths_.size_with(candidate);
      // Live ranges are the most expensive to compute.
      if (saved > most) {
        saved -= cost_of(paths_.block(candidate));
      }
      if (saved > most) {
        most = saved;
        best = candidate;
      }
    }
    if (!best.has_value()) {
      return false;
    }
    llvm::erase(candidates_, *best);
    llvm::BasicBlock &block = paths_.block(*best);
    llvm::CallInst *barrier = insert_barrier(block.getFirstInsertionPt());
    if (barrier == nullptr) {
      return false;
    }
    if (barrier_divergence(function_) > divergence_) {
      barrier->eraseFromParent();
      return true;
    }
    paths_.cut(*best);
    return true;
  }

  /// Adds barriers at all joins, in nearly linear time: live ranges are not considered.
  void add_at_joins() {
    const llvm::SmallVector<unsigned> joins = joins_of_regions();
    for (const unsigned join : joins) {
      paths_.cut(join);
    }
    // In reverse order: code that remains in several regions counts for the joins before it.
    llvm::SmallVector<llvm::BasicBlock *> chosen;
    for (const unsigned join : llvm::reverse(joins)) {
      llvm::BasicBlock &block = paths_.block(join);
      const auto copies = static_cast<int64_t>(llvm::pred_size(&block)) - 1;
      if (copies * paths_.region_size(join) > min_saved_instructions) {
        chosen.push_back(&block);
      } else {
        paths_.join(join);
      }
    }
    llvm::SmallVector<llvm::CallInst *> added;
    for (llvm::BasicBlock *block : chosen) {
      if (llvm::CallInst *barrier = insert_barrier(block->getFirstInsertionPt())) {
        added.push_back(barrier);
      }
    }
    if (barrier_divergence(function_) > divergence_) {
      for (llvm::CallInst *barrier : added) {
        barrier->eraseFromParent();
      }
    }
  }

  /// The candidates that are reachable from several barriers (their iterated dominance frontier),
  /// in reverse post-order.
  llvm::SmallVector<unsigned> joins_of_regions() {
    llvm::SmallPtrSet<llvm::BasicBlock *, 16> starts;
    for (llvm::BasicBlock *barrier : barriers_) {
      starts.insert(llvm::succ_begin(barrier), llvm::succ_end(barrier));
    }
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers;
    for (const unsigned candidate : candidates_) {
      numbers[&paths_.block(candidate)] = candidate;
    }
    for (unsigned i = 0; i < paths_.blocks(); ++i) {
      if (paths_.is_cut(i)) {
        starts.insert(&paths_.block(i));
      }
    }
    llvm::ForwardIDFCalculator frontier(dominators_);
    frontier.setDefiningBlocks(starts);
    llvm::SmallVector<llvm::BasicBlock *> blocks;
    frontier.calculate(blocks);
    const llvm::SmallPtrSet<llvm::BasicBlock *, 16> joins(blocks.begin(), blocks.end());
    llvm::SmallVector<unsigned> result;
    for (llvm::BasicBlock *block : llvm::ReversePostOrderTraversal(&function_)) {
      if (joins.contains(block) && numbers.contains(block)) {
        result.push_back(numbers.lookup(block));
      }
    }
    return result;
  }

  /// Instructions that store and load the values that are live into a block.
  int64_t cost_of(llvm::BasicBlock &block) {
    int64_t live = 0;
    const llvm::BasicBlock *entry = &function_.getEntryBlock();
    for (llvm::Instruction &instruction : llvm::instructions(function_)) {
      if (instruction.getParent() == entry || instruction.use_empty() ||
          is_cheap_to_recompute(instruction)) {
        continue;
      }
      const bool begins_here =
          llvm::isa<llvm::PHINode>(instruction) && instruction.getParent() == &block;
      live += begins_here || LiveBlocks(instruction).lives_into(block) ? 1 : 0;
    }
    return live * (1 + static_cast<int64_t>(llvm::pred_size(&block)));
  }

  llvm::Function &function_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  Paths paths_;
  BarrierDivergence divergence_;
  llvm::SmallVector<llvm::BasicBlock *> barriers_;
  llvm::SmallVector<unsigned> candidates_;
};

}  // namespace

void add_join_barriers(llvm::Function &work_item) {
  end_blocks_at_barriers(work_item);
  JoinBarriers(work_item).add();
}

}  // namespace mux::compiler
