/// @file
/// Rematerialization: values that are cheaper to recompute than to store and load, such as ids and
/// addresses computed from the parameters of a work-item function.

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace mux::compiler {

/// Whether the value takes few instructions that depend only on parameters and constants.
bool is_cheap_to_recompute(const llvm::Instruction &value);

/// Recomputes such a value. `done` maps values to what was recomputed at this point, and is
/// extended.
llvm::Value *recompute(llvm::IRBuilder<> &builder, llvm::Instruction &value,
                       llvm::ValueToValueMapTy &done);

}  // namespace mux::compiler
