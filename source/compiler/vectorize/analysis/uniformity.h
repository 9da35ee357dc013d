/// @file
/// Which values and branches differ between work-items.

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

/// The parameters of a work-item function that differ between the work-items of a group.
llvm::SmallPtrSet<const llvm::Value *, 8> varying_parameters(llvm::Function &work_item_function);

/// Valid until the function changes. Every doubt counts as a difference. What all work-items read
/// from one address counts as the same for all: they would have to race for it to be otherwise. A
/// value that only some of them have, such as a phi of something and of nothing, counts as a
/// difference: one of the others may be the last to write it down.
class Uniformity {
 public:
  /// @param sources the values that differ of their own accord.
  Uniformity(llvm::Function &function, const llvm::SmallPtrSet<const llvm::Value *, 8> &sources);
  ~Uniformity();
  Uniformity(const Uniformity &) = delete;
  Uniformity &operator=(const Uniformity &) = delete;

  /// Whether the value may differ where it is calculated.
  bool varies(const llvm::Value &value) const;
  /// Whether it may differ where it is used: work-items may have left a loop at different times.
  bool varies_at(const llvm::Use &use) const;
  /// Whether the branch at the end of the block may diverge.
  bool branch_varies(const llvm::BasicBlock &block) const;
  /// Whether the loop may be left after different numbers of iterations.
  bool is_left_apart(const llvm::Loop &loop) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace mux::compiler
