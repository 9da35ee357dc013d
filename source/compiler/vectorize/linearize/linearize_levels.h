/// @file
/// The control flow of a function taken apart into levels without cycles.
///
/// A level is the body of a loop, or the whole function: its nodes are the blocks that lie directly
/// in it and its inner loops, each as one node. What leaves the level, or starts the loop's next
/// iteration, goes to the level's `end`. Within a level "later" and "dominates" speak of one
/// iteration, which is what decides whether work-items that diverged reconverge.

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
  /// Of a loop, its header. NULL of a level's end.
  llvm::BasicBlock *block = nullptr;
  /// NULL of a block.
  llvm::Loop *loop = nullptr;
  llvm::SmallVector<Node *, 2> successors;
  llvm::SmallVector<Node *, 2> predecessors;
  /// The nearest node that every path from the level's start to here passes; NULL of the first.
  Node *dominator = nullptr;
  /// The nearest node that every path from here to the level's end passes; NULL of the end.
  Node *post_dominator = nullptr;
  /// Among the level's nodes, each after its predecessors.
  unsigned position = 0;
  /// Of a loop: work-items leave it at different times or to different blocks.
  bool leaves_apart = false;
};

struct Level {
  /// NULL of the whole function.
  llvm::Loop *loop = nullptr;
  /// Each after its predecessors.
  std::vector<Node *> nodes;
  Node end;
};

/// The nearest node that dominates both.
Node *common_dominator(Node *left, Node *right);
/// The nearest node that both always come to.
Node *common_post_dominator(Node *left, Node *right);

class Levels {
 public:
  /// @param function after canonicalize().
  /// @param loops must live as long as this.
  Levels(llvm::Function &function, const llvm::LoopInfo &loops);

  /// The body of a loop; NULL: the whole function.
  Level &of(const llvm::Loop *loop) { return *levels_.find(loop)->second; }
  /// The loop within the level around it.
  Node &loop_node(const llvm::Loop &loop) { return *inner_.lookup(&loop); }
  /// Inner loops before those around them, the whole function last.
  const std::vector<Level *> &inside_out() const { return inside_out_; }

  /// Adds a block that was put on the paths from `from` to its post-dominator `to`.
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
