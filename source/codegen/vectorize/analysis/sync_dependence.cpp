#include "codegen/vectorize/analysis/sync_dependence.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace mux::compiler {

namespace {

bool is_within(const llvm::Cycle *inner, const llvm::Cycle &loop) {
  return inner != nullptr && loop.contains(inner);
}

}  // namespace

SyncDependence::SyncDependence(const llvm::Function &function, const llvm::CycleInfo &cycles)
    : cycles_(cycles) {
  add_nodes(function);
  sort();
}

const llvm::Cycle *SyncDependence::irreducible_cycle(const llvm::BasicBlock &block) const {
  const llvm::Cycle *result = nullptr;
  for (const llvm::Cycle *cycle = cycles_.getCycle(&block); cycle != nullptr;
       cycle = cycle->getParentCycle()) {
    if (!cycle->isReducible()) {
      result = cycle;
    }
  }
  return result;
}

const llvm::Cycle *SyncDependence::loop_around(const llvm::BasicBlock &block) const {
  const llvm::Cycle *irreducible = irreducible_cycle(block);
  return irreducible == nullptr ? cycles_.getCycle(&block) : irreducible->getParentCycle();
}

SyncDependence::Index SyncDependence::add_node(Node node) {
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

void SyncDependence::add_nodes(const llvm::Function &function) {
  const llvm::ReversePostOrderTraversal<const llvm::Function *> reachable(&function);
  for (const llvm::BasicBlock *block : reachable) {
    const llvm::Cycle *loop = loop_around(*block);
    if (const llvm::Cycle *irreducible = irreducible_cycle(*block)) {
      const auto [entry, is_new] = of_cycles_.try_emplace(irreducible, nodes_.size());
      if (is_new) {
        add_node({Kind::irreducible_cycle, nullptr, irreducible, loop, {}});
      }
      blocks_[block] = entry->second;
      continue;
    }
    blocks_[block] = add_node({Kind::block, block, nullptr, loop, {}});
    if (loop != nullptr && loop->getHeader() == block) {
      of_cycles_[loop] = add_node({Kind::next_iteration, nullptr, loop, loop, {}});
    }
  }
  for (const llvm::BasicBlock *block : reachable) {
    llvm::SmallPtrSet<const llvm::BasicBlock *, 4> successors(llvm::succ_begin(block),
                                                              llvm::succ_end(block));
    for (const llvm::BasicBlock *successor : llvm::successors(block)) {
      if (successors.erase(successor)) {
        connect(*block, *successor);
      }
    }
  }
}

void SyncDependence::connect(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  const Index source = blocks_.lookup(&from);
  const Index destination = target(from, to);
  if (source != destination) {
    nodes_[source].successors.push_back(destination);
  }
  for (const llvm::Cycle *loop = loop_around(from);
       loop != nullptr && !is_within(nodes_[destination].loop, *loop);
       loop = loop->getParentCycle()) {
    auto &successors = nodes_[next_iteration(*loop)].successors;
    if (!llvm::is_contained(successors, destination)) {
      successors.push_back(destination);
    }
  }
}

/// Sorts the nodes topologically.
void SyncDependence::sort() {
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<std::pair<Index, size_t>> path{{0, 0}};
  seen[0] = true;
  by_position_.reserve(nodes_.size());
  while (!path.empty()) {
    auto &[node, next] = path.back();
    if (next == nodes_[node].successors.size()) {
      by_position_.push_back(node);
      path.pop_back();
      continue;
    }
    const Index successor = nodes_[node].successors[next++];
    if (!seen[successor]) {
      seen[successor] = true;
      path.emplace_back(successor, 0);
    }
  }
  std::reverse(by_position_.begin(), by_position_.end());
  for (size_t i = 0; i < by_position_.size(); ++i) {
    nodes_[by_position_[i]].position = i;
  }
}

SyncDependence::Index SyncDependence::next_iteration(const llvm::Cycle &loop) const {
  return of_cycles_.lookup(&loop);
}

/// Returns the node that an edge leads to.
SyncDependence::Index SyncDependence::target(const llvm::BasicBlock &from,
                                             const llvm::BasicBlock &to) const {
  const Index node = blocks_.lookup(&to);
  const llvm::Cycle *loop = nodes_[node].loop;
  const bool is_back = nodes_[node].kind == Kind::block && loop != nullptr &&
                       loop->getHeader() == &to && loop->contains(&from);
  return is_back ? next_iteration(*loop) : node;
}

Divergence SyncDependence::divergence_at(const llvm::BasicBlock &branch) {
  const auto root = blocks_.find(&branch);
  return root == blocks_.end() ? Divergence() : divergence_from(root->second);
}

Divergence SyncDependence::divergence_in(const llvm::Cycle &irreducible_cycle) {
  return divergence_from(of_cycles_.lookup(&irreducible_cycle));
}

Divergence SyncDependence::divergence_from(Index root) {
  Divergence result;
  if (nodes_[root].successors.size() < 2) {
    return result;
  }
  Labels labels;
  propagate_labels(root, labels);
  for (const Index join : labels.joins) {
    if (nodes_[join].kind == Kind::irreducible_cycle) {
      result.cycles.push_back(nodes_[join].cycle);
    } else {
      result.joins.push_back(join_at(join));
    }
  }
  for (const Exit &exit : labels.exits) {
    if (!llvm::is_contained(result.loops, exit.outermost) &&
        has_divergent_exit(root, exit, labels)) {
      result.loops.push_back(exit.outermost);
    }
  }
  for (const Index node : labels.given) {
    nodes_[node].label = none;
    nodes_[node].is_join = false;
  }
  return result;
}

/// Propagates labels until all paths lead through one node.
void SyncDependence::propagate_labels(Index root, Labels &labels) {
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> pending;
  const auto give = [&](Index to, Index label) {
    Node &node = nodes_[to];
    if (node.label == none) {
      node.label = label;
      labels.given.push_back(to);
      pending.push(node.position);
    } else if (node.label != label) {
      node.label = to;
      if (!std::exchange(node.is_join, true)) {
        labels.joins.push_back(to);
      }
    }
  };
  for (const auto &[i, successor] : llvm::enumerate(nodes_[root].successors)) {
    give(successor, nodes_.size() + i);
    note_exit(root, root, successor, labels);
  }
  while (pending.size() > 1) {
    const Index node = by_position_[pending.top()];
    pending.pop();
    for (const Index successor : nodes_[node].successors) {
      give(successor, nodes_[node].label);
      note_exit(root, node, successor, labels);
    }
  }
  if (!pending.empty()) {
    labels.last = by_position_[pending.top()];
  }
}

void SyncDependence::note_exit(Index root, Index from, Index to, Labels &labels) const {
  Exit exit;
  exit.from = from;
  for (const llvm::Cycle *loop = nodes_[root].loop;
       loop != nullptr && !is_within(nodes_[to].loop, *loop); loop = loop->getParentCycle()) {
    if (is_within(nodes_[from].loop, *loop)) {
      exit.innermost = exit.innermost == nullptr ? loop : exit.innermost;
      exit.outermost = loop;
    }
  }
  if (exit.outermost != nullptr) {
    labels.exits.push_back(exit);
  }
}

/// Whether work-items leave loops by an exit while others, which diverged from them at the branch,
/// stay.
bool SyncDependence::has_divergent_exit(Index root, const Exit &exit, const Labels &labels) const {
  if (exit.from == root) {
    return true;
  }
  for (const llvm::Cycle *loop = exit.innermost;; loop = loop->getParentCycle()) {
    Index staying = nodes_[next_iteration(*loop)].label;
    // All paths to the next iteration lead through the last node.
    if (staying == none && labels.last != none && is_within(nodes_[labels.last].loop, *loop)) {
      staying = nodes_[labels.last].label;
    }
    if (staying != none && staying != nodes_[exit.from].label) {
      return true;
    }
    if (loop == exit.outermost) {
      return false;
    }
  }
}

Divergence::Join SyncDependence::join_at(Index node) const {
  Divergence::Join join;
  join.block =
      nodes_[node].kind == Kind::block ? nodes_[node].block : nodes_[node].cycle->getHeader();
  for (const llvm::BasicBlock *predecessor : llvm::predecessors(join.block)) {
    if (blocks_.contains(predecessor) && target(*predecessor, *join.block) == node) {
      join.predecessors.push_back(predecessor);
    }
  }
  return join;
}

}  // namespace mux::compiler
