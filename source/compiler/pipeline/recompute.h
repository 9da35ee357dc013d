/// @file
/// Values that are cheaper to compute again than to write to memory and read back: arithmetic on
/// the parameters of a work-item function, such as ids and addresses.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace mux::compiler {

class Recomputation {
 public:
  /// Whether the value only takes a few instructions that depend on parameters and constants.
  bool is_cheap(const llvm::Instruction &value);

  /// Computes a cheap value again. `done` has what was computed at this place before and is added
  /// to.
  llvm::Value *emit(llvm::IRBuilder<> &builder, llvm::Instruction &value,
                    llvm::ValueToValueMapTy &done);

 private:
  /// Instructions that it takes, or `too_many`.
  unsigned cost(const llvm::Instruction &value);

  llvm::DenseMap<const llvm::Instruction *, unsigned> costs_;
};

}  // namespace mux::compiler
