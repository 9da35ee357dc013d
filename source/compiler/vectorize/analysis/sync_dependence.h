/// @file
/// Where work-items that diverge at a branch reconverge.
///
/// A branch that depends on nothing but the work-item makes more values differ than it uses itself:
/// a phi where paths from it meet, whatever constants they bring; and what a loop calculates for
/// all alike, once they have left it after different numbers of iterations.
///
/// The control flow is seen as a graph without cycles. The edges back to the header of a loop lead
/// to a node of their own, the loop's *next iteration*, and from there on to wherever the loop may
/// be left to, as that is where work-items that stay come to sooner or later. A cycle with several
/// entries is one node. Two paths from a branch meet at a node if nothing else lies on both, which
/// labels find that are handed on in topological order: each successor of the branch starts with
/// one of its own, and a node that is given two starts another.
///
/// (Rosemann, Moll, Hack: An abstract interpretation for SPMD divergence on reducible control flow
/// graphs, POPL 2021.)

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CycleAnalysis.h>

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// What follows from work-items taking different paths at a branch.
struct Divergence {
  /// Blocks where they meet, each with those predecessors that count: a phi that is given the same
  /// by all of them is the same for all work-items.
  struct Join {
    const llvm::BasicBlock *block = nullptr;
    llvm::SmallVector<const llvm::BasicBlock *, 4> predecessors;
  };
  std::vector<Join> joins;
  /// Loops that they leave after different numbers of iterations.
  llvm::SmallVector<const llvm::Cycle *, 4> loops;
  /// Cycles with several entries that they come to by different paths.
  llvm::SmallVector<const llvm::Cycle *, 4> cycles;
};

/// Valid until the function's blocks change.
class SyncDependence {
 public:
  /// @param cycles must live as long as this.
  SyncDependence(const llvm::Function &function, const llvm::CycleInfo &cycles);

  /// The outermost cycle with several entries that the block lies in, or NULL. It is taken for one
  /// node: work-items that diverge in it do so at its end.
  const llvm::Cycle *irreducible_cycle(const llvm::BasicBlock &block) const;
  /// Of a branch in none.
  Divergence divergence_at(const llvm::BasicBlock &branch);
  /// Of all that happens in one.
  Divergence divergence_in(const llvm::Cycle &irreducible_cycle);

 private:
  using Index = unsigned;
  static constexpr Index none = ~Index{0};

  enum class Kind { block, irreducible_cycle, next_iteration };
  struct Node {
    Kind kind = Kind::block;
    /// NULL of a cycle.
    const llvm::BasicBlock *block = nullptr;
    /// Of a cycle, the cycle; of the next iteration of a loop, the loop.
    const llvm::Cycle *cycle = nullptr;
    /// The innermost loop that it is part of.
    const llvm::Cycle *loop = nullptr;
    /// One for each edge, but no more than one for all that lead from one block to another.
    llvm::SmallVector<Index, 2> successors;
    /// Where it stands in topological order.
    unsigned position = 0;
    /// While work-items that diverged are followed: the node that all their paths to here have in
    /// common last; of those that have none in common with others since the branch, a greater
    /// index for each of its edges.
    Index label = none;
    bool is_join = false;
  };
  /// An edge that leaves loops that the branch lies in.
  struct Exit {
    Index from = none;
    const llvm::Cycle *innermost = nullptr;
    const llvm::Cycle *outermost = nullptr;
  };
  struct Labels {
    /// The nodes that have one.
    std::vector<Index> given;
    std::vector<Index> joins;
    std::vector<Exit> exits;
    /// The node that all paths lead through, if there is one, with its label; no more of them
    /// diverge behind it.
    Index last = none;
  };

  Index add_node(Node node);
  void add_nodes(const llvm::Function &function);
  void connect(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  void sort();
  Index target(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  Index next_iteration(const llvm::Cycle &loop) const;
  const llvm::Cycle *loop_around(const llvm::BasicBlock &block) const;

  Divergence divergence_from(Index root);
  void spread_labels(Index root, Labels &labels);
  void note_exit(Index root, Index from, Index to, Labels &labels) const;
  bool leaves_apart(Index root, const Exit &exit, const Labels &labels) const;
  Divergence::Join join_at(Index node) const;

  const llvm::CycleInfo &cycles_;
  std::vector<Node> nodes_;
  std::vector<Index> by_position_;
  llvm::DenseMap<const llvm::BasicBlock *, Index> blocks_;
  llvm::DenseMap<const llvm::Cycle *, Index> of_cycles_;
};

}  // namespace mux::compiler
