/// @file
/// Carries the values of a function through linearize().
///
/// While branches are rewritten, phis and values that other blocks use live in variables on the
/// stack. Whoever passes an edge to a phi writes what it brings along into the phi's variable: for
/// the work-items in the block's mask alone, where others may have written before. Afterwards the
/// variables become values again.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <vector>

namespace llvm {
class AllocaInst;
class Function;
class LLVMContext;
class LoopInfo;
class PHINode;
class Twine;
class Type;
}  // namespace llvm

namespace mux::compiler {

struct Mask;
class LinearPlan;
class Uniformity;

/// Variables that last as long as linearize() does.
class Variables {
 public:
  explicit Variables(llvm::Function &function) : function_(function) {}

  /// @param name of the values that it becomes.
  llvm::AllocaInst *add(llvm::Type *type, const llvm::Twine &name);
  llvm::LLVMContext &context() const;
  /// Makes all of them values.
  void promote();

 private:
  llvm::Function &function_;
  std::vector<llvm::AllocaInst *> variables_;
};

/// Phis that the uniformity analysis calls the same for all, or does not know, whose values the
/// plan has chosen by mask: it turns into masks also some of the branches that all take together.
/// What such a phi is for work-items outside the mask is not the same, so that nothing may branch
/// on it.
llvm::SmallVector<llvm::PHINode *> masked_uniform_phis(const LinearPlan &plan,
                                                       const Uniformity &uniformity,
                                                       const llvm::LoopInfo &loops);

/// Moves phis and values of the plan's chains to variables; the masks' variables must be there.
void move_to_variables(const LinearPlan &plan, const llvm::LoopInfo &loops, Variables &variables);

}  // namespace mux::compiler
