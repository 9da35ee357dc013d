/// @file
/// Demotes values to stack variables during linearize(), and promotes them afterwards.
///
/// While branches are rewritten, phis and values with uses in other blocks live in stack variables.
/// Each incoming edge of a phi stores its value to the phi's variable; the store is blended by the
/// block's mask where other work-items may have stored before. Afterwards the variables are
/// promoted to SSA values.

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

/// The stack variables of one run of linearize().
class Variables {
 public:
  explicit Variables(llvm::Function &function) : function_(function) {}

  /// @param name of the promoted values.
  llvm::AllocaInst *add(llvm::Type *type, const llvm::Twine &name);
  llvm::LLVMContext &context() const;
  /// Promotes all variables to SSA values.
  void promote();

 private:
  llvm::Function &function_;
  std::vector<llvm::AllocaInst *> variables_;
};

/// Returns the phis that the plan turns into blends although the uniformity analysis considers them
/// uniform: the plan also replaces some uniform branches by masks. Such a phi differs in work-items
/// outside of the mask, so branches must not depend on it.
llvm::SmallVector<llvm::PHINode *> masked_uniform_phis(const LinearPlan &plan,
                                                       const Uniformity &uniformity,
                                                       const llvm::LoopInfo &loops);

/// Demotes phis and values of the plan's chains to variables. Requires the masks' variables.
void demote_to_variables(const LinearPlan &plan, const llvm::LoopInfo &loops, Variables &variables);

}  // namespace mux::compiler
