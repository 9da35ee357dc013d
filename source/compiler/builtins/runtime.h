/// @file
/// Calls of the functions of this process that compiled code may call
/// (runtime/runtime_functions.h).
///
/// A kernel cannot reach them by name: resolve_builtins() refuses a module that declares one.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>

#include <string_view>

namespace mux::compiler::builtins {

/// What all names begin with that the OpenCL C library itself uses.
inline constexpr std::string_view runtime_prefix = "mux_";

/// Whether runtime_functions() has a function of this name.
bool is_runtime_function(std::string_view name);

/// Declares a function of runtime_functions() in a module: it returns, and throws nothing; what
/// memory it touches is the caller's to say. NULL if the module uses its name for something else.
llvm::Function *declare_runtime_function(llvm::Module &module, llvm::StringRef name,
                                         llvm::Type *result,
                                         llvm::ArrayRef<llvm::Value *> arguments);

}  // namespace mux::compiler::builtins
