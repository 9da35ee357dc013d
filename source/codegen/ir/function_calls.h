/// @file
/// Helpers for functions: direct callees, declarations, attributes, parameters.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class FunctionType;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Returns the function that an instruction calls directly; NULL for anything else.
llvm::Function *called_function(const llvm::Value &value);

/// Declares a function without a body. Returns NULL if the module uses its name for something else.
llvm::Function *declare_function(llvm::Module &module, llvm::StringRef name,
                                 llvm::FunctionType *type);

/// Adds the attributes of a function whose result depends on its arguments alone, so that LLVM may
/// move, merge and remove calls of it.
void add_pure_attributes(llvm::Function &function);

/// Moves the body of a function to a new one with more parameters after its own, whose name,
/// attributes and debug information it gets. Its calls remain, and the caller erases it.
llvm::Function &add_parameters(llvm::Function &function, llvm::ArrayRef<llvm::Type *> types);

}  // namespace mux::compiler
