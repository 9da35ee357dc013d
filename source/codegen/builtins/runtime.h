/// @file
/// Declares the runtime functions, which compiled code calls in the host process
/// (runtime/runtime_functions.h).
///
/// A kernel cannot call them by name: resolve_builtins() rejects a module that declares one.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>

#include <string_view>

namespace mux::compiler::builtins {

/// Prefix of all internal names of the OpenCL C library.
inline constexpr std::string_view runtime_prefix = "mux_";

/// Whether runtime_functions() has a function of this name.
bool is_runtime_function(std::string_view name);

/// Declares a function of runtime_functions() in a module, as nounwind and willreturn; memory
/// effects are set by the caller. NULL if the module uses its name for something else.
llvm::Function *declare_runtime_function(llvm::Module &module, llvm::StringRef name,
                                         llvm::Type *result,
                                         llvm::ArrayRef<llvm::Value *> arguments);

}  // namespace mux::compiler::builtins
