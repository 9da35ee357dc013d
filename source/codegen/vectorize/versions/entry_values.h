/// @file
/// Values and blocks at the entry of a function of which versions are made.
///
/// A version is chosen at the entry by values that are calculated there again: those that depend on
/// parameters alone.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class BasicBlock;
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Whether a value is a parameter, a constant, or calculated from these by at most `steps` levels
/// of instructions that cannot trap and do not access memory, and `is_accepted` holds for each of
/// these values.
bool is_calculated_from_parameters(const llvm::Value &value, unsigned steps,
                                   llvm::function_ref<bool(const llvm::Value &)> is_accepted);

/// Inserts an empty block before the entry of a function and moves the allocas there, which all
/// versions share.
/// @return the new entry, without a terminator.
llvm::BasicBlock *insert_entry(llvm::Function &function, const char *name);

}  // namespace mux::compiler
