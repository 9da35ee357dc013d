/// @file
/// Functions that are known by their names: who calls them, and how they are declared.

#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
class FunctionType;
class Module;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// The function that an instruction calls; NULL if it calls none, or one through a pointer.
llvm::Function *called_function(const llvm::Value &value);

/// Declares a function without a body. NULL if the module uses its name for something else.
llvm::Function *declare_function(llvm::Module &module, llvm::StringRef name,
                                 llvm::FunctionType *type);

}  // namespace mux::compiler
