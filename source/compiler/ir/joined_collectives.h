/// @file
/// Collectives of groups that run as one with their neighbors: each group gets a result of its own,
/// so that what is the same for a group's work-items is not for all that run together.

#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/collectives.h"
#include "compiler/ir/function_calls.h"

namespace mux::compiler {

inline constexpr const char *joined_groups_attribute = "mux.joined-groups";

/// Says of all collectives in a function that they are such.
inline void note_joined_groups(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    const llvm::Function *callee = called_function(instruction);
    if (callee != nullptr && collective_of(*callee).has_value()) {
      llvm::cast<llvm::CallBase>(instruction)
          .addFnAttr(llvm::Attribute::get(function.getContext(), joined_groups_attribute));
    }
  }
}

/// Whether the call of a collective is such.
inline bool is_of_joined_groups(const llvm::CallBase &call) {
  return call.hasFnAttr(joined_groups_attribute);
}

}  // namespace mux::compiler
