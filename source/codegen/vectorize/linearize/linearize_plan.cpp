#include "codegen/vectorize/linearize/linearize_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <utility>

#include "codegen/vectorize/analysis/uniformity.h"
#include "codegen/vectorize/linearize/linearize_cost.h"

namespace mux::compiler {

namespace {

/// Chooses the masks, guards and kept branches of a chain, step by step in execution order, since
/// each decision depends on the previous ones.
class ChainBuilder {
 public:
  struct Entry {
    Node *first;
    Node *last;
    bool has_several_nodes;
  };

  ChainBuilder(Chain &chain, std::vector<Entry> entries, const Uniformity &uniformity)
      : chain_(chain), entries_(std::move(entries)), uniformity_(uniformity) {
    chain_.steps.resize(entries_.size());
    find_owners();
    find_skips();
    find_wishes();
  }

  /// @param new_mask makes a mask that is accumulated on the edges to a block.
  template <typename NewMask>
  void build(NewMask new_mask) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      Step &step = chain_.steps[i];
      if (const std::optional<Mask *> known = known_mask(i)) {
        step.mask = *known;
      } else {
        step.mask = new_mask(*entries_[i].first->block);
        step.mask->is_from_one_edge = is_from_one_edge(i);
        if (!step.mask->is_from_one_edge) {
          chain_.gathered.push_back(step.mask);
        }
      }
      guard(i);
      preserve_branch(i);
    }
  }

 private:
  void find_owners() {
    for (size_t i = 0; i < entries_.size(); ++i) {
      owner_[entries_[i].last] = i;
      starts_[entries_[i].first->block] = i;
      chain_.steps[i].first = entries_[i].first->block;
      chain_.steps[i].last =
          entries_[i].first->has_divergent_exit ? nullptr : entries_[i].last->block;
    }
  }

  static constexpr size_t none = ~size_t{0};

  /// Returns the immediate dominator of a step; `none` stands for the start of the chain.
  size_t dominator(size_t step) const {
    const auto found = owner_.find(entries_[step].first->dominator);
    return found == owner_.end() ? none : found->second;
  }

  bool is_dominated(size_t step, size_t by) const {
    while (step != none && step > by) {
      step = dominator(step);
    }
    return step == by;
  }

  void find_skips() {
    for (size_t i = entries_.size(); i-- > 0;) {
      size_t next = i + 1;
      while (next < entries_.size() && is_dominated(next, i)) {
        next = chain_.steps[next].skip_to;
      }
      chain_.steps[i].skip_to = next;
    }
  }

  /// Counts steps that should not run under an all-false mask, as prefix sums.
  void find_wishes() {
    wishes_.push_back(0);
    for (const Entry &entry : entries_) {
      const bool wish = entry.first->loop != nullptr || entry.has_several_nodes ||
                        is_worth_skipping(*entry.first->block);
      wishes_.push_back(wishes_.back() + (wish ? 1 : 0));
    }
  }

  /// Returns the mask of an earlier block if the step shares it; nullopt if the mask is computed on
  /// edges.
  std::optional<Mask *> known_mask(size_t step) const {
    if (const auto found = inherited_.find(step); found != inherited_.end()) {
      return found->second;
    }
    const Node *first = entries_[step].first;
    if (first->dominator == nullptr) {
      return chain_.base;
    }
    if (first->dominator->post_dominator != first) {
      return std::nullopt;
    }
    const size_t before = dominator(step);
    return before == none ? chain_.base : chain_.steps[before].mask;
  }

  bool is_from_one_edge(size_t step) const {
    const Node &first = *entries_[step].first;
    if (first.predecessors.size() != 1 || first.predecessors.front()->loop != nullptr) {
      return false;
    }
    // If the dominating step is skipped, this one must be skipped too.
    const size_t before = dominator(step);
    return before == none ||
           (step < chain_.steps[before].skip_to && !chain_.steps[before].branch.has_value());
  }

  void guard(size_t i) {
    Step &step = chain_.steps[i];
    llvm::erase_if(nonempty_masks_, [i](const auto &alive) { return alive.second <= i; });
    step.is_mask_nonempty =
        step.mask == chain_.base ||
        llvm::any_of(nonempty_masks_, [&](const auto &alive) { return alive.first == step.mask; });
    if (step.is_mask_nonempty) {
      return;
    }
    const bool wish = wishes_[i + 1] != wishes_[i];
    // One guard around several steps replaces their own guards.
    const bool spares_branches = wishes_[step.skip_to] - wishes_[i + 1] >= 2;
    if (wish || spares_branches) {
      step.is_guarded = true;
      step.is_mask_nonempty = true;
      nonempty_masks_.emplace_back(step.mask, step.skip_to);
    }
  }

  /// Returns the index of the step that a branch leads to, as in PreservedBranch::far_step; `none`
  /// if it leads to no step of the chain.
  size_t step_at(const llvm::BasicBlock &target) const {
    if (chain_.loop != nullptr && &target == chain_.loop->getHeader()) {
      return entries_.size();
    }
    if (const auto found = starts_.find(&target); found != starts_.end()) {
      return found->second;
    }
    if (chain_.loop != nullptr) {
      return entries_.size() + 1;
    }
    return &target == chain_.end ? entries_.size() : none;
  }

  /// Keeps a uniform branch if all steps before its farther target are only reachable through the
  /// nearer one.
  void preserve_branch(size_t i) {
    Step &step = chain_.steps[i];
    if (step.last == nullptr || !step.is_mask_nonempty) {
      return;
    }
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(step.last->getTerminator());
    if (branch == nullptr || !branch->isConditional() || uniformity_.branch_varies(*step.last)) {
      return;
    }
    PreservedBranch kept{branch->getSuccessor(0), branch->getSuccessor(1)};
    size_t near = step_at(*kept.near);
    kept.far_step = step_at(*kept.far);
    if (near > kept.far_step) {
      std::swap(near, kept.far_step);
      std::swap(kept.near, kept.far);
    }
    const size_t last_between = std::min(kept.far_step, entries_.size());
    if (near != i + 1 || kept.far_step == none || kept.far_step == near ||
        step.skip_to < last_between) {
      return;
    }
    if (near < entries_.size() && entries_[near].first->predecessors.size() == 1) {
      inherited_[near] = step.mask;
    }
    step.branch = kept;
  }

  Chain &chain_;
  std::vector<Entry> entries_;
  const Uniformity &uniformity_;
  llvm::DenseMap<const Node *, size_t> owner_;
  llvm::DenseMap<const llvm::BasicBlock *, size_t> starts_;
  std::vector<size_t> wishes_;
  llvm::DenseMap<size_t, Mask *> inherited_;
  /// Masks known not to be all false, each with the step at which that ends.
  llvm::SmallVector<std::pair<Mask *, size_t>> nonempty_masks_;
};

}  // namespace

LinearPlan::LinearPlan(llvm::Function &function, const Uniformity &uniformity,
                       llvm::DominatorTree &dominators, llvm::LoopInfo &loops)
    : uniformity_(uniformity), dominators_(dominators), loops_(loops), levels_(function, loops) {
  find_divergent_loops();
  pending_.push_back({levels_.of(nullptr).nodes});
  while (!pending_.empty()) {
    const Scope scope = std::move(pending_.back());
    pending_.pop_back();
    plan(scope);
  }
}

Mask *LinearPlan::new_mask() {
  all_masks_.push_back(std::make_unique<Mask>());
  return all_masks_.back().get();
}

void LinearPlan::plan(const Scope &scope) {
  // Always found: find_divergent_loops() marked the loops of levels that have none.
  std::vector<DivergentRegion> regions =
      find_divergent_regions(scope.nodes, scope.last).value_or(std::vector<DivergentRegion>());
  llvm::SmallPtrSet<const Node *, 32> apart;
  for (const DivergentRegion &region : regions) {
    apart.insert(region.nodes.begin(), region.nodes.end());
  }
  for (const Node *node : scope.nodes) {
    if (apart.contains(node)) {
      continue;
    }
    if (node->loop != nullptr) {
      pending_.push_back({levels_.of(node->loop).nodes, scope.mask, scope.is_inside, nullptr});
    } else if (scope.is_inside) {
      masks_[node->block] = scope.mask;
      inside_.insert(node->block);
    }
  }
  for (const DivergentRegion &region : regions) {
    chains_.push_back(std::make_unique<Chain>());
    Chain &chain = *chains_.back();
    chain.head = region.head->block;
    chain.end = region.end->block;
    chain.base = scope.mask;
    build_chain(chain, region.nodes);
  }
}

void LinearPlan::build_chain(Chain &chain, const std::vector<Node *> &nodes) {
  std::vector<SingleExitRegion> regions = find_single_exit_regions(nodes);
  std::vector<ChainBuilder::Entry> entries;
  entries.reserve(regions.size());
  for (const SingleExitRegion &region : regions) {
    entries.push_back({region.first, region.last, region.nodes.size() > 1});
  }
  ChainBuilder(chain, std::move(entries), uniformity_).build([this](const llvm::BasicBlock &block) {
    return gathered_[&block] = new_mask();
  });
  for (size_t i = 0; i < regions.size(); ++i) {
    Step &step = chain.steps[i];
    if (step.last != nullptr) {
      pending_.push_back({std::move(regions[i].nodes), step.mask, true, regions[i].last});
      continue;
    }
    step.body = std::make_unique<Chain>();
    step.body->loop = regions[i].first->loop;
    step.body->base = new_mask();
    step.body->staying = new_mask();
    bodies_[step.first] = step.body.get();
    build_chain(*step.body, levels_.of(step.body->loop).nodes);
    const Step &latch = step.body->steps.back();
    step.body->all_continue =
        latch.branch.has_value() || latch.last->getSingleSuccessor() != nullptr;
  }
}

}  // namespace mux::compiler
