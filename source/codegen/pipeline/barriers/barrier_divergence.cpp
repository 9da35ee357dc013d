#include "codegen/pipeline/barriers/barrier_divergence.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "codegen/ir/work_item_functions.h"
#include "codegen/vectorize/analysis/uniformity.h"

namespace mux::compiler {

namespace {

bool has_barrier_call(const llvm::BasicBlock &block) {
  return std::any_of(block.begin(), block.end(), is_barrier_call);
}

/// The barriers that work-items taking one successor of a branch can reach next. The search also
/// stops at the reconvergence point. A stop is identified by its block (that of the barrier, or the
/// reconvergence point); NULL is the kernel's end.
class NextStops {
 public:
  /// @param meeting the branch's immediate post-dominator; NULL if the paths need not reconverge.
  NextStops(const llvm::BasicBlock &branch, const llvm::BasicBlock &first,
            const llvm::BasicBlock *meeting) {
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock *> pending = {&first};
    while (!pending.empty()) {
      const llvm::BasicBlock *block = pending.pop_back_val();
      if (!seen.insert(block).second) {
        continue;
      }
      comes_back_ = comes_back_ || block == &branch;
      if (llvm::isa<llvm::ReturnInst>(block->getTerminator()) && !has_barrier_call(*block)) {
        // All returns count as one stop.
        stops_.insert(nullptr);
      } else if (block == meeting || has_barrier_call(*block)) {
        meets_barrier_ = meets_barrier_ || block != meeting;
        stops_.insert(block);
      } else {
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
      }
    }
  }

  bool only_ends() const { return stops_.size() == 1 && stops_.contains(nullptr); }

  void add(const NextStops &other) {
    stops_.insert(other.stops_.begin(), other.stops_.end());
    comes_back_ = comes_back_ || other.comes_back_;
    meets_barrier_ = meets_barrier_ || other.meets_barrier_;
  }

  BarrierDivergence divergence() const {
    // Work-items that return to the branch may reach the same barrier, but in a later iteration.
    if (comes_back_ && meets_barrier_) {
      return BarrierDivergence::barriers;
    }
    if (stops_.size() <= 1) {
      return BarrierDivergence::none;
    }
    return stops_.size() == 2 && stops_.contains(nullptr) ? BarrierDivergence::ends
                                                          : BarrierDivergence::barriers;
  }

 private:
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> stops_;
  bool comes_back_ = false;
  bool meets_barrier_ = false;
};

/// The divergence that a divergent branch causes.
BarrierDivergence divergence_at(const llvm::BasicBlock &branch,
                                const llvm::PostDominatorTree &post_dominators) {
  const auto *node = post_dominators.getNode(&branch);
  const auto *next = node == nullptr ? nullptr : node->getIDom();
  const llvm::BasicBlock *meeting = next == nullptr ? nullptr : next->getBlock();
  std::optional<NextStops> others;
  bool some_end = false;
  unsigned paths_on = 0;
  for (const llvm::BasicBlock *successor : llvm::successors(&branch)) {
    const NextStops stops(branch, *successor, meeting);
    if (stops.only_ends()) {
      some_end = true;
      continue;
    }
    ++paths_on;
    if (others.has_value()) {
      others->add(stops);
    } else {
      others = stops;
    }
  }
  if (paths_on <= 1) {
    return paths_on == 1 && some_end ? BarrierDivergence::ends : BarrierDivergence::none;
  }
  const BarrierDivergence divergence = others->divergence();
  return some_end ? std::max(divergence, BarrierDivergence::ends) : divergence;
}

}  // namespace

BarrierDivergence barrier_divergence(llvm::Function &work_item_function) {
  const Uniformity uniformity(work_item_function, varying_parameters(work_item_function));
  const llvm::PostDominatorTree post_dominators(work_item_function);
  BarrierDivergence worst = BarrierDivergence::none;
  for (const llvm::BasicBlock &block : work_item_function) {
    if (uniformity.branch_varies(block)) {
      worst = std::max(worst, divergence_at(block, post_dominators));
    }
  }
  return worst;
}

}  // namespace mux::compiler
