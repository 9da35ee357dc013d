/// @file
/// Helpers for private variables on the stack (allocas).

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>

namespace llvm {
class AllocaInst;
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Returns the allocas of a function; all have a constant size and are in the entry block.
llvm::SmallVector<llvm::AllocaInst *> stack_variables(llvm::Function &function);

uint64_t stack_variable_size(const llvm::AllocaInst &variable);

/// Clamped to `local_memory_alignment`, the maximum alignment of memory other than the stack.
uint64_t stack_variable_alignment(const llvm::AllocaInst &variable);

/// Removes the variable's lifetime intrinsics.
void remove_lifetime(llvm::AllocaInst &variable);

/// Replaces the variable by other memory and erases it.
void replace_stack_variable(llvm::AllocaInst &variable, llvm::Value &memory);

}  // namespace mux::compiler
