/// @file
/// Plan of the linearization: masks, guards and kept branches of each block, computed before the
/// function is rewritten.
///
/// Between a block `head`, at which work-items may diverge, and the block `end`, at which they
/// reconverge, all code becomes a chain: a sequence of steps, each run under a mask. A step is
///  - a single-exit region: blocks with one entry and one last block, such that all work-items that
///    reach the entry reach the last block. Its control flow is preserved, apart from nested
///    chains.
///  - a loop with divergent exits. Its body is a chain that runs while any work-item is left.
///
/// Most masks need no code: a block that post-dominates its dominator has the same mask.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <memory>
#include <optional>
#include <vector>

#include "codegen/vectorize/linearize/linearize_levels.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
}  // namespace llvm

namespace mux::compiler {

class Uniformity;

/// A set of active work-items. NULL denotes all of them.
struct Mask {
  /// i1 variable that holds the mask while the function is rewritten.
  llvm::AllocaInst *slot = nullptr;
  /// The mask is computed on a single edge that always executes before its uses, so it is not
  /// accumulated.
  bool is_from_one_edge = false;
};

struct Chain;

/// A uniform branch at the end of a step that remains a branch.
struct PreservedBranch {
  llvm::BasicBlock *near = nullptr;
  llvm::BasicBlock *far = nullptr;
  /// Index of the step that `far` starts. The number of steps denotes the end of the chain, or in a
  /// loop's body the next iteration; one more denotes the exit of that loop.
  size_t far_step = 0;
};

struct Step {
  llvm::BasicBlock *first = nullptr;
  /// NULL for a loop.
  llvm::BasicBlock *last = nullptr;
  Mask *mask = nullptr;
  /// Whether the step is preceded by a branch that skips it if the mask is all false.
  bool is_guarded = false;
  /// Whether the mask is known not to be all false where the step runs.
  bool is_mask_nonempty = false;
  /// The first following step that this step does not dominate: the target if this step is skipped.
  size_t skip_to = 0;
  std::optional<PreservedBranch> branch;
  /// For a loop.
  std::unique_ptr<Chain> body;
};

struct Chain {
  /// NULL for a loop's body.
  llvm::BasicBlock *head = nullptr;
  /// NULL for a loop's body.
  llvm::BasicBlock *end = nullptr;
  /// Mask of the head and the end; for a loop's body, of the work-items still in the loop.
  Mask *base = nullptr;
  /// NULL except for a loop's body, as is `staying`: the work-items that continue with the next
  /// iteration.
  llvm::Loop *loop = nullptr;
  Mask *staying = nullptr;
  /// For a loop's body: work-items that reach the end of an iteration all continue with the next
  /// one, unless they all leave by a uniform branch.
  bool all_continue = false;
  std::vector<Step> steps;
  /// Masks accumulated over several edges, initialized to all false.
  std::vector<Mask *> gathered;
};

class LinearPlan {
 public:
  /// Inserts empty blocks into the function where that lets more blocks share a mask, and updates
  /// `dominators` and `loops`.
  LinearPlan(llvm::Function &function, const Uniformity &uniformity,
             llvm::DominatorTree &dominators, llvm::LoopInfo &loops);

  /// Excludes chains of loop bodies, which their steps own.
  const std::vector<std::unique_ptr<Chain>> &chains() const { return chains_; }

  /// Returns the mask of a block.
  Mask *mask(const llvm::BasicBlock &block) const { return masks_.lookup(&block); }
  /// Returns the mask that the block's incoming edges add to; NULL if the mask needs no code.
  Mask *gathered(const llvm::BasicBlock &block) const { return gathered_.lookup(&block); }
  /// Returns the body chain of the loop with divergent exits that has this header; NULL otherwise.
  const Chain *body_of(const llvm::BasicBlock &header) const { return bodies_.lookup(&header); }
  /// All blocks inside of chains.
  const llvm::SetVector<llvm::BasicBlock *> &inside() const { return inside_; }
  std::vector<std::unique_ptr<Mask>> &masks() { return all_masks_; }

 private:
  /// Nodes between a head and an end that only a part of the work-items may reach.
  struct DivergentRegion {
    Node *head = nullptr;
    Node *end = nullptr;
    std::vector<Node *> nodes;
  };
  /// Nodes whose control flow is preserved, executed by the work-items in the mask.
  struct Scope {
    std::vector<Node *> nodes;
    Mask *mask = nullptr;
    /// Whether the scope is inside of a chain.
    bool is_inside = false;
    /// Last node of a single-exit region, whose terminator belongs to the chain.
    const Node *last = nullptr;
  };
  struct SingleExitRegion {
    Node *first = nullptr;
    Node *last = nullptr;
    std::vector<Node *> nodes;
  };

  bool diverges_at(const Node &node) const;
  std::optional<std::vector<DivergentRegion>> find_divergent_regions(
      const std::vector<Node *> &nodes, const Node *last) const;
  static std::optional<DivergentRegion> grow(Node *head, Node *end,
                                             const std::vector<DivergentRegion> &known,
                                             const llvm::DenseMap<const Node *, size_t> &region_of);
  void find_divergent_loops();
  void plan(const Scope &scope);
  std::vector<SingleExitRegion> find_single_exit_regions(const std::vector<Node *> &nodes);
  SingleExitRegion single_exit_region_from(Node &first);
  Node *add_join(Node &from, Node &to, const std::vector<Node *> &between);
  void build_chain(Chain &chain, const std::vector<Node *> &nodes);
  Mask *new_mask();

  const Uniformity &uniformity_;
  llvm::DominatorTree &dominators_;
  llvm::LoopInfo &loops_;
  Levels levels_;
  std::vector<Scope> pending_;
  std::vector<std::unique_ptr<Chain>> chains_;
  std::vector<std::unique_ptr<Mask>> all_masks_;
  llvm::DenseMap<const llvm::BasicBlock *, Mask *> masks_;
  llvm::DenseMap<const llvm::BasicBlock *, Mask *> gathered_;
  llvm::DenseMap<const llvm::BasicBlock *, const Chain *> bodies_;
  llvm::SetVector<llvm::BasicBlock *> inside_;
};

}  // namespace mux::compiler
