/// @file
/// Helpers for functions that are recognized by name: direct callees and declarations.

#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class FunctionType;
class Module;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Returns the function that an instruction calls directly; NULL for anything else.
llvm::Function *called_function(const llvm::Value &value);

/// Declares a function without a body. Returns NULL if the module uses its name for something else.
llvm::Function *declare_function(llvm::Module &module, llvm::StringRef name,
                                 llvm::FunctionType *type);

}  // namespace mux::compiler
