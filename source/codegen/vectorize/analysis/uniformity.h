/// @file
/// Uniformity analysis: which values and branches are varying between work-items.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <memory>

namespace llvm {
class BasicBlock;
class Function;
class Use;
class Loop;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Returns the parameters of a work-item function that are varying within a group.
llvm::SmallPtrSet<const llvm::Value *, 8> varying_parameters(llvm::Function &work_item_function);

/// Conservative uniformity of a function's values; valid until the function changes. Loads of all
/// work-items from one address are considered uniform, since only a data race could make them
/// differ. A value that is undefined for some work-items, such as a phi of a value and undef, is
/// considered varying, because one of those may be the last to store it.
class Uniformity {
 public:
  /// @param sources the values that are varying by definition.
  Uniformity(llvm::Function &function, const llvm::SmallPtrSet<const llvm::Value *, 8> &sources);
  ~Uniformity();
  Uniformity(const Uniformity &) = delete;
  Uniformity &operator=(const Uniformity &) = delete;

  /// Whether the value may be varying where it is calculated.
  bool varies(const llvm::Value &value) const;
  /// Whether the value may be varying at a use: work-items may have left a loop after different
  /// numbers of iterations.
  bool varies_at(const llvm::Use &use) const;
  /// Whether the branch at the end of the block may diverge.
  bool branch_varies(const llvm::BasicBlock &block) const;
  /// Whether the loop may be left after different numbers of iterations.
  bool is_divergent_loop(const llvm::Loop &loop) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace mux::compiler
