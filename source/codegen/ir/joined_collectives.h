/// @file
/// Marks collectives of joined groups: each group has a result of its own, so a result that is
/// uniform within a group is not uniform across the packet.

#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/collectives.h"
#include "codegen/ir/function_calls.h"

namespace mux::compiler {

inline constexpr const char *joined_groups_attribute = "mux.joined-groups";

/// Marks all collectives in a function as collectives of joined groups.
inline void mark_joined_groups(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    const llvm::Function *callee = called_function(instruction);
    if (callee != nullptr && collective_of(*callee).has_value()) {
      llvm::cast<llvm::CallBase>(instruction)
          .addFnAttr(llvm::Attribute::get(function.getContext(), joined_groups_attribute));
    }
  }
}

/// Whether the call of a collective belongs to joined groups.
inline bool is_of_joined_groups(const llvm::CallBase &call) {
  return call.hasFnAttr(joined_groups_attribute);
}

}  // namespace mux::compiler
