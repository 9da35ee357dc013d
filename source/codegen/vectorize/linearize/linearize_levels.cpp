#include "codegen/vectorize/linearize/linearize_levels.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <utility>

namespace mux::compiler {

namespace {

/// Returns the nearest common ancestor in a tree.
Node *common_ancestor(Node *left, Node *right, Node *Node::*parent) {
  llvm::SmallPtrSet<const Node *, 16> ancestors;
  for (const Node *node = left; node != nullptr; node = node->*parent) {
    ancestors.insert(node);
  }
  while (!ancestors.contains(right)) {
    right = right->*parent;
  }
  return right;
}

/// Returns the nearest common ancestor while the tree is being built: `is_below` compares positions
/// and tells which of two nodes cannot be an ancestor of the other.
template <typename IsBelow>
Node *meet(Node *left, Node *right, Node *Node::*parent, IsBelow is_below) {
  while (left != right) {
    Node *&lower = is_below(left, right) ? left : right;
    lower = lower->*parent;
  }
  return left;
}

}  // namespace

Node *common_dominator(Node *left, Node *right) {
  return common_ancestor(left, right, &Node::dominator);
}

Node *common_post_dominator(Node *left, Node *right) {
  return common_ancestor(left, right, &Node::post_dominator);
}

Levels::Levels(llvm::Function &function, const llvm::LoopInfo &loops) : loops_(loops) {
  for (llvm::BasicBlock &block : function) {
    blocks_[&block] = new_node(&block, nullptr);
  }
  const llvm::SmallVector<llvm::Loop *, 4> preorder = loops.getLoopsInPreorder();
  for (llvm::Loop *loop : preorder) {
    inner_[loop] = new_node(loop->getHeader(), loop);
  }
  const auto add_level = [this](llvm::Loop *loop, llvm::BasicBlock &entry) {
    auto level = std::make_unique<Level>();
    level->loop = loop;
    build(*level, entry);
    inside_out_.push_back(level.get());
    levels_[loop] = std::move(level);
  };
  for (llvm::Loop *loop : llvm::reverse(preorder)) {
    add_level(loop, *loop->getHeader());
  }
  add_level(nullptr, function.getEntryBlock());
}

Node *Levels::new_node(llvm::BasicBlock *block, llvm::Loop *loop) {
  nodes_.push_back(std::make_unique<Node>());
  nodes_.back()->block = block;
  nodes_.back()->loop = loop;
  return nodes_.back().get();
}

/// Returns the node that an edge to the block leads to in the level.
Node *Levels::node_at(const llvm::BasicBlock *block, Level &level) {
  if (level.loop != nullptr && (block == level.loop->getHeader() || !level.loop->contains(block))) {
    return &level.end;
  }
  const llvm::Loop *inner = loops_.getLoopFor(block);
  if (inner == level.loop) {
    return blocks_.lookup(block);
  }
  while (inner->getParentLoop() != level.loop) {
    inner = inner->getParentLoop();
  }
  return inner_.lookup(inner);
}

void Levels::connect(Node &node, Level &level) {
  llvm::SmallVector<llvm::BasicBlock *> targets;
  if (node.loop == nullptr) {
    targets.append(llvm::succ_begin(node.block), llvm::succ_end(node.block));
  } else {
    node.loop->getUniqueExitBlocks(targets);
  }
  if (targets.empty()) {
    node.successors.push_back(&level.end);
  }
  for (const llvm::BasicBlock *target : targets) {
    Node *successor = node_at(target, level);
    if (!llvm::is_contained(node.successors, successor)) {
      node.successors.push_back(successor);
    }
  }
  for (Node *successor : node.successors) {
    successor->predecessors.push_back(&node);
  }
}

void Levels::build(Level &level, llvm::BasicBlock &entry) {
  order(level, *blocks_.lookup(&entry));
  find_dominators(level);
}

/// Orders the level's nodes depth first, which keeps each side of a branch contiguous.
void Levels::order(Level &level, Node &entry) {
  struct Visit {
    Node *node;
    size_t next;
  };
  std::vector<Visit> path;
  llvm::SmallPtrSet<const Node *, 32> seen = {&level.end};
  const auto enter = [&](Node &node) {
    if (seen.insert(&node).second) {
      connect(node, level);
      path.push_back({&node, 0});
    }
  };
  enter(entry);
  while (!path.empty()) {
    Visit &visit = path.back();
    if (visit.next < visit.node->successors.size()) {
      enter(*visit.node->successors[visit.next++]);
    } else {
      level.nodes.push_back(visit.node);
      path.pop_back();
    }
  }
  std::reverse(level.nodes.begin(), level.nodes.end());
  unsigned position = 0;
  for (Node *node : level.nodes) {
    node->position = position++;
  }
  level.end.position = position;
}

/// Acyclic, so one pass in each direction suffices.
void Levels::find_dominators(Level &level) {
  for (Node *node : level.nodes) {
    for (Node *predecessor : node->predecessors) {
      node->dominator = node->dominator == nullptr
                            ? predecessor
                            : meet(node->dominator, predecessor, &Node::dominator,
                                   [](const Node *left, const Node *right) {
                                     return left->position > right->position;
                                   });
    }
  }
  for (Node *node : llvm::reverse(level.nodes)) {
    for (Node *successor : node->successors) {
      node->post_dominator = node->post_dominator == nullptr
                                 ? successor
                                 : meet(node->post_dominator, successor, &Node::post_dominator,
                                        [](const Node *left, const Node *right) {
                                          return left->position < right->position;
                                        });
    }
  }
}

Node *Levels::add_join(llvm::BasicBlock &block, Node &from, Node &to,
                       const std::vector<Node *> &between) {
  Node *join = new_node(&block, nullptr);
  blocks_[&block] = join;
  join->dominator = &from;
  join->post_dominator = &to;
  join->successors.push_back(&to);
  llvm::SmallPtrSet<const Node *, 16> redirected;
  const auto redirect = [&](Node &node) {
    if (llvm::is_contained(node.successors, &to)) {
      std::replace(node.successors.begin(), node.successors.end(), &to, join);
      join->predecessors.push_back(&node);
      redirected.insert(&node);
    }
    if (node.post_dominator == &to) {
      node.post_dominator = join;
    }
  };
  redirect(from);
  for (Node *node : between) {
    redirect(*node);
  }
  llvm::erase_if(to.predecessors, [&](const Node *node) { return redirected.contains(node); });
  to.predecessors.push_back(join);
  return join;
}

}  // namespace mux::compiler
