/// @file
/// Sync dependence: where work-items that diverge at a branch reconverge.
///
/// A divergent branch makes more values varying than those that depend on its condition: phis at
/// joins of disjoint paths from the branch, even if they have constant operands, and values of a
/// loop that is left after different numbers of iterations, used after the loop.
///
/// The control flow is modeled as a graph without cycles. The back edges of a loop lead to a node
/// of their own, the loop's *next iteration*, with edges to all exits of the loop, because
/// work-items that stay leave by one of them later. An irreducible cycle is one node. Disjoint
/// paths are found by propagating labels in topological order: each successor of the branch starts
/// with its own label; a node reached by two labels is a join, and starts a new label.
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

/// The effects of a divergent branch.
struct Divergence {
  /// Join blocks, each with the predecessors that are reached by diverged work-items: a phi with
  /// equal incoming values from all of them stays uniform.
  struct Join {
    const llvm::BasicBlock *block = nullptr;
    llvm::SmallVector<const llvm::BasicBlock *, 4> predecessors;
  };
  std::vector<Join> joins;
  /// Loops that are left after different numbers of iterations.
  llvm::SmallVector<const llvm::Cycle *, 4> loops;
  /// Irreducible cycles that are reached by different paths.
  llvm::SmallVector<const llvm::Cycle *, 4> cycles;
};

/// Calculates the divergence caused by branches. Valid until the CFG changes.
class SyncDependence {
 public:
  /// @param cycles must outlive this object.
  SyncDependence(const llvm::Function &function, const llvm::CycleInfo &cycles);

  /// Returns the outermost irreducible cycle that contains the block, or NULL. It is one node:
  /// work-items that diverge in it reconverge at its end.
  const llvm::Cycle *irreducible_cycle(const llvm::BasicBlock &block) const;
  /// Returns the effects of a divergent branch that is in no irreducible cycle.
  Divergence divergence_at(const llvm::BasicBlock &branch);
  /// Returns the effects of divergence in an irreducible cycle.
  Divergence divergence_in(const llvm::Cycle &irreducible_cycle);

 private:
  using Index = unsigned;
  static constexpr Index none = ~Index{0};

  enum class Kind { block, irreducible_cycle, next_iteration };
  struct Node {
    Kind kind = Kind::block;
    /// NULL for a cycle.
    const llvm::BasicBlock *block = nullptr;
    /// The irreducible cycle, or the loop of a next iteration.
    const llvm::Cycle *cycle = nullptr;
    /// The innermost loop that contains the node.
    const llvm::Cycle *loop = nullptr;
    /// Successors; several edges between two blocks count once.
    llvm::SmallVector<Index, 2> successors;
    /// Position in topological order.
    unsigned position = 0;
    /// Label during propagation: the last node that all paths from the branch to this node have in
    /// common; for paths without one, an index past all nodes, distinct for each edge of the
    /// branch.
    Index label = none;
    bool is_join = false;
  };
  /// An edge that leaves loops that contain the branch.
  struct Exit {
    Index from = none;
    const llvm::Cycle *innermost = nullptr;
    const llvm::Cycle *outermost = nullptr;
  };
  struct Labels {
    /// The nodes that have a label.
    std::vector<Index> given;
    std::vector<Index> joins;
    std::vector<Exit> exits;
    /// The node, with its label, that all paths lead through, if there is one; behind it there is
    /// no divergence.
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
  void propagate_labels(Index root, Labels &labels);
  void note_exit(Index root, Index from, Index to, Labels &labels) const;
  bool has_divergent_exit(Index root, const Exit &exit, const Labels &labels) const;
  Divergence::Join join_at(Index node) const;

  const llvm::CycleInfo &cycles_;
  std::vector<Node> nodes_;
  std::vector<Index> by_position_;
  llvm::DenseMap<const llvm::BasicBlock *, Index> blocks_;
  llvm::DenseMap<const llvm::Cycle *, Index> of_cycles_;
};

}  // namespace mux::compiler
