/// @file
/// What linearize() is going to do with each block, decided before anything is changed.
///
/// Where work-items may diverge, at a block `head`, and reconverge, at a block `end`, all between
/// the two becomes a chain: a sequence of steps, each run under a mask. A step is
///  - a single-exit region: blocks with one entry and one last block, which all come past together
///    that come to the first. Control flow inside it stays as it is, but for chains of its own.
///  - a loop that work-items leave at different times or to different blocks. Its body is a chain
///    that is run as long as anybody is left.
///
/// Most masks are found without any code: a block that everybody comes to who came to some earlier
/// block shares that one's mask.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <memory>
#include <optional>
#include <vector>

#include "compiler/vectorize/linearize/linearize_levels.h"

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

/// A set of work-items. NULL stands for all of them.
struct Mask {
  /// i1, where the set is kept while the function is rewritten.
  llvm::AllocaInst *slot = nullptr;
  /// Of a mask that is gathered: there is but one edge, which is passed whenever it is needed.
  bool is_from_one_edge = false;
};

struct Chain;

/// An i1 branch that all work-items of the step take together and that stays one.
struct KeptBranch {
  llvm::BasicBlock *near = nullptr;
  llvm::BasicBlock *far = nullptr;
  /// The step that `far` starts; the number of steps stands for what follows the chain, or if it is
  /// a loop's body, for the next iteration; one more for what follows that loop.
  size_t far_step = 0;
};

struct Step {
  llvm::BasicBlock *first = nullptr;
  /// NULL of a loop.
  llvm::BasicBlock *last = nullptr;
  Mask *mask = nullptr;
  /// Whether a branch before it skips it when the mask is empty.
  bool is_guarded = false;
  /// Whether the mask is never empty when it runs.
  bool is_alive = false;
  /// The step after those that nobody runs when nobody runs this one.
  size_t skip_to = 0;
  std::optional<KeptBranch> branch;
  /// Of a loop.
  std::unique_ptr<Chain> body;
};

struct Chain {
  /// NULL of a loop's body.
  llvm::BasicBlock *head = nullptr;
  /// NULL of a loop's body.
  llvm::BasicBlock *end = nullptr;
  /// Of the head and the end; of a loop's body, those that are still in the loop.
  Mask *base = nullptr;
  /// NULL unless a loop's body, like `staying`: those who go on to the loop's next iteration.
  llvm::Loop *loop = nullptr;
  Mask *staying = nullptr;
  /// Of a loop's body: whoever comes to the end of an iteration starts the next one, unless all
  /// leave.
  bool all_stay = false;
  std::vector<Step> steps;
  /// The masks that are gathered along several edges, from nobody at the start.
  std::vector<Mask *> gathered;
};

class LinearPlan {
 public:
  /// Puts empty blocks into the function where that makes more blocks share masks; `dominators` and
  /// `loops` are kept right.
  LinearPlan(llvm::Function &function, const Uniformity &uniformity,
             llvm::DominatorTree &dominators, llvm::LoopInfo &loops);

  /// Without those of loops' bodies, which their steps own.
  const std::vector<std::unique_ptr<Chain>> &chains() const { return chains_; }

  /// Who runs a block.
  Mask *mask(const llvm::BasicBlock &block) const { return masks_.lookup(&block); }
  /// The mask that edges to the block add to; NULL if it is known without.
  Mask *gathered(const llvm::BasicBlock &block) const { return gathered_.lookup(&block); }
  /// The body that starts with the block, if that heads a loop which is run until all have left.
  const Chain *body_of(const llvm::BasicBlock &header) const { return bodies_.lookup(&header); }
  /// The blocks of all chains.
  const llvm::SetVector<llvm::BasicBlock *> &inside() const { return inside_; }
  std::vector<std::unique_ptr<Mask>> &masks() { return all_masks_; }

 private:
  /// Nodes that not all work-items reach, between a head and an end.
  struct DivergentRegion {
    Node *head = nullptr;
    Node *end = nullptr;
    std::vector<Node *> nodes;
  };
  /// Nodes that run as an ordinary function would, for those in the mask.
  struct Scope {
    std::vector<Node *> nodes;
    Mask *mask = nullptr;
    /// Whether it is part of a chain.
    bool is_inside = false;
    /// Of a single-exit region, whose end belongs to the chain.
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
