/// @file
/// Helpers for private variables that live on the stack (allocas).

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace llvm {
class AllocaInst;
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// The variables of a function; all have a constant size and stand in the entry block.
llvm::SmallVector<llvm::AllocaInst *> stack_variables(llvm::Function &function);

uint64_t stack_variable_size(const llvm::AllocaInst &variable);

/// At most `local_memory_alignment`, the most that other memory than the stack can give.
uint64_t stack_variable_alignment(const llvm::AllocaInst &variable);

/// Removes what says where the variable's content begins and ends to mean something.
void remove_lifetime(llvm::AllocaInst &variable);

/// Uses other memory in the variable's place and removes the variable.
void replace_stack_variable(llvm::AllocaInst &variable, llvm::Value &memory);

}  // namespace mux::compiler
