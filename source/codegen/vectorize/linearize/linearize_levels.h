/// @file
/// Decomposes the control flow of a function into acyclic levels, one for each loop.
///
/// A level is the body of a loop, or the whole function. Its nodes are the blocks directly in it,
/// and one for each of its direct inner loops. Edges that leave the level, and back edges, lead to
/// the level's `end`. Order and dominance within a level thus refer to a single iteration, which is
/// what decides where diverged work-items reconverge.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
}  // namespace llvm

namespace mux::compiler {

struct Node {
  /// The header, if the node is a loop. NULL for a level's end.
  llvm::BasicBlock *block = nullptr;
  /// NULL if the node is a block.
  llvm::Loop *loop = nullptr;
  llvm::SmallVector<Node *, 2> successors;
  llvm::SmallVector<Node *, 2> predecessors;
  /// Immediate dominator in the level; NULL for its entry.
  Node *dominator = nullptr;
  /// Immediate post-dominator in the level; NULL for its end.
  Node *post_dominator = nullptr;
  /// Index in the level's reverse post-order.
  unsigned position = 0;
  /// The node is a loop with divergent exits.
  bool has_divergent_exit = false;
};

struct Level {
  /// NULL for the whole function.
  llvm::Loop *loop = nullptr;
  /// In reverse post-order.
  std::vector<Node *> nodes;
  Node end;
};

/// Returns the nearest common dominator.
Node *common_dominator(Node *left, Node *right);
/// Returns the nearest common post-dominator.
Node *common_post_dominator(Node *left, Node *right);

class Levels {
 public:
  /// @param function after canonicalize().
  /// @param loops must outlive this object.
  Levels(llvm::Function &function, const llvm::LoopInfo &loops);

  /// Returns the level of a loop's body; with NULL, that of the whole function.
  Level &of(const llvm::Loop *loop) { return *levels_.find(loop)->second; }
  /// Returns the loop's node in the level around it.
  Node &loop_node(const llvm::Loop &loop) { return *inner_.lookup(&loop); }
  /// Levels of inner loops before those of outer loops, the whole function last.
  const std::vector<Level *> &inside_out() const { return inside_out_; }

  /// Adds a block that was inserted on the paths from `from` to its post-dominator `to`.
  /// @param between the nodes between the two; all are dominated by `from`.
  Node *add_join(llvm::BasicBlock &block, Node &from, Node &to, const std::vector<Node *> &between);

 private:
  Node *node_at(const llvm::BasicBlock *block, Level &level);
  Node *new_node(llvm::BasicBlock *block, llvm::Loop *loop);
  void build(Level &level, llvm::BasicBlock &entry);
  void connect(Node &node, Level &level);
  void order(Level &level, Node &entry);
  static void find_dominators(Level &level);

  const llvm::LoopInfo &loops_;
  std::vector<std::unique_ptr<Node>> nodes_;
  llvm::DenseMap<const llvm::BasicBlock *, Node *> blocks_;
  llvm::DenseMap<const llvm::Loop *, Node *> inner_;
  llvm::DenseMap<const llvm::Loop *, std::unique_ptr<Level>> levels_;
  std::vector<Level *> inside_out_;
};

}  // namespace mux::compiler
