/// @file
/// Values that are cheaper to compute again than to write to memory and read back: arithmetic on
/// the parameters of a work-item function, such as ids and addresses.

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace mux::compiler {

/// Whether the value only takes a few instructions that depend on parameters and constants.
bool is_cheap_to_recompute(const llvm::Instruction &value);

/// Computes such a value again. `done` has what was computed at this point before and is added to.
llvm::Value *recompute(llvm::IRBuilder<> &builder, llvm::Instruction &value,
                       llvm::ValueToValueMapTy &done);

}  // namespace mux::compiler
