// Divergent regions and single-exit regions of a LinearPlan.

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/vectorize/analysis/uniformity.h"
#include "codegen/vectorize/linearize/linearize_plan.h"

namespace mux::compiler {

namespace {

bool is_level_end(const Node &node) {
  return node.block == nullptr;
}

/// Returns the nodes reachable from `from` without passing `to`. The order is arbitrary.
std::vector<Node *> nodes_between(Node &from, const Node &to) {
  llvm::SmallPtrSet<const Node *, 16> seen = {&to};
  std::vector<Node *> found;
  std::vector<Node *> pending = {&from};
  while (!pending.empty()) {
    Node *node = pending.back();
    pending.pop_back();
    for (Node *successor : node->successors) {
      if (seen.insert(successor).second) {
        found.push_back(successor);
        pending.push_back(successor);
      }
    }
  }
  return found;
}

/// Returns a predecessor of the nodes that is neither one of them nor their head; NULL if there is
/// none.
Node *entry_from_outside(const std::vector<Node *> &nodes, const Node &head) {
  llvm::SmallPtrSet<const Node *, 16> inside(nodes.begin(), nodes.end());
  inside.insert(&head);
  for (const Node *node : nodes) {
    for (Node *predecessor : node->predecessors) {
      if (!inside.contains(predecessor)) {
        return predecessor;
      }
    }
  }
  return nullptr;
}

void sort_by_position(std::vector<Node *> &nodes) {
  llvm::sort(nodes,
             [](const Node *left, const Node *right) { return left->position < right->position; });
}

}  // namespace

bool LinearPlan::diverges_at(const Node &node) const {
  return node.loop == nullptr ? uniformity_.branch_varies(*node.block) : node.has_divergent_exit;
}

/// Returns the smallest single-entry region that contains the paths between the two and every known
/// region that it overlaps. Returns nullopt if work-items reconverge only outside of the level.
std::optional<LinearPlan::DivergentRegion> LinearPlan::grow(
    Node *head, Node *end, const std::vector<DivergentRegion> &known,
    const llvm::DenseMap<const Node *, size_t> &region_of) {
  while (true) {
    // A loop cannot be a head, since it has no single terminator; its dominator can.
    if (head->loop != nullptr) {
      head = head->dominator;
    }
    if (const auto found = region_of.find(head); found != region_of.end()) {
      const DivergentRegion &region = known[found->second];
      head = region.head;
      end = common_post_dominator(end, region.end);
    }
    if (const auto found = region_of.find(end); found != region_of.end()) {
      end = common_post_dominator(end, known[found->second].end);
    }
    if (end == head) {
      end = end->post_dominator;
    }
    if (is_level_end(*end)) {
      return std::nullopt;
    }
    std::vector<Node *> nodes = nodes_between(*head, *end);
    const auto is_end = [](const Node *node) { return is_level_end(*node); };
    if (llvm::any_of(nodes, is_end)) {
      return std::nullopt;
    }
    Node *outside = entry_from_outside(nodes, *head);
    if (outside == nullptr) {
      sort_by_position(nodes);
      return DivergentRegion{head, end, std::move(nodes)};
    }
    head = common_dominator(head, outside);
    end = common_post_dominator(head, end);
  }
}

/// Returns the outermost divergent regions among nodes whose control flow is otherwise uniform.
/// @param last its terminator is ignored; may be NULL.
std::optional<std::vector<LinearPlan::DivergentRegion>> LinearPlan::find_divergent_regions(
    const std::vector<Node *> &nodes, const Node *last) const {
  std::vector<DivergentRegion> regions;
  llvm::DenseMap<const Node *, size_t> region_of;
  for (Node *node : nodes) {
    if (node == last || !diverges_at(*node) || region_of.contains(node)) {
      continue;
    }
    std::optional<DivergentRegion> region = grow(node, node->post_dominator, regions, region_of);
    if (!region.has_value()) {
      return std::nullopt;
    }
    for (const Node *inside : region->nodes) {
      const auto [found, is_new] = region_of.try_emplace(inside, regions.size());
      if (!is_new) {
        // The new region contains the older one.
        regions[found->second].nodes.clear();
        found->second = regions.size();
      }
    }
    regions.push_back(std::move(*region));
  }
  llvm::erase_if(regions, [](const DivergentRegion &region) { return region.nodes.empty(); });
  return regions;
}

void LinearPlan::find_divergent_loops() {
  for (Level *level : levels_.inside_out()) {
    if (level->loop != nullptr && !find_divergent_regions(level->nodes, nullptr).has_value()) {
      levels_.loop_node(*level->loop).has_divergent_exit = true;
    }
  }
}

Node *LinearPlan::add_join(Node &from, Node &to, const std::vector<Node *> &between) {
  llvm::SmallVector<llvm::BasicBlock *> predecessors;
  const auto note = [&](const Node &node) {
    if (llvm::is_contained(node.successors, &to)) {
      predecessors.push_back(node.block);
    }
  };
  note(from);
  for (const Node *node : between) {
    note(*node);
  }
  llvm::BasicBlock *block = llvm::SplitBlockPredecessors(to.block, predecessors, ".join",
                                                         &dominators_, &loops_, nullptr, true);
  return levels_.add_join(*block, from, to, between);
}

/// Returns the longest single-exit region that starts with a node.
LinearPlan::SingleExitRegion LinearPlan::single_exit_region_from(Node &first) {
  SingleExitRegion region{&first, &first, {&first}};
  // Exits of a loop have no common block whose terminator decides. So the region has to start
  // before the loop, at its dominator.
  if (first.has_divergent_exit || (first.loop != nullptr && first.successors.size() > 1)) {
    return region;
  }
  while (true) {
    Node &from = *region.last;
    Node &to = *from.post_dominator;
    // The region ends before a join with paths from outside.
    const bool is_join = to.dominator != &from;
    if (is_level_end(to) || (is_join && from.successors.size() == 1)) {
      return region;
    }
    std::vector<Node *> between = nodes_between(from, to);
    const auto is_end = [](const Node *node) { return is_level_end(*node); };
    if (llvm::any_of(between, is_end) || entry_from_outside(between, from) != nullptr) {
      return region;
    }
    region.nodes.insert(region.nodes.end(), between.begin(), between.end());
    region.last = is_join ? add_join(from, to, between) : &to;
    region.nodes.push_back(region.last);
    if (is_join) {
      return region;
    }
  }
}

/// Partitions a sequence of nodes into single-exit regions and loops, in reverse post-order.
std::vector<LinearPlan::SingleExitRegion> LinearPlan::find_single_exit_regions(
    const std::vector<Node *> &nodes) {
  std::vector<SingleExitRegion> regions;
  llvm::SmallPtrSet<const Node *, 32> taken;
  for (Node *node : nodes) {
    if (taken.contains(node)) {
      continue;
    }
    SingleExitRegion region = single_exit_region_from(*node);
    if (region.last->loop != nullptr) {
      // The code after the loop is outside of the region, so the loop becomes a step of its own
      // with its body as a chain, and a region that leads to it ends before it.
      region.last->has_divergent_exit = true;
      if (region.last != region.first) {
        llvm::erase(region.nodes, region.last);
        region.last = region.last->dominator;
      }
    }
    taken.insert(region.nodes.begin(), region.nodes.end());
    regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace mux::compiler
