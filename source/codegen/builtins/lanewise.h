/// @file
/// Defines vector built-ins by calls of the scalar built-in, lane by lane.

#pragma once

#include <llvm/IR/Function.h>

#include <optional>

#include "codegen/builtins/signature.h"

namespace mux::compiler::builtins {

/// The signature of the scalar version of a vector built-in: vectors become scalars, pointers to
/// vectors pointers to scalars. Nothing if the built-in is scalar, or its vectors differ in width.
std::optional<Signature> scalar_signature(const Signature &vector);

/// The function type of `scalar`; its result is an element of `vector_result`.
llvm::FunctionType *scalar_function_type(const Signature &scalar, llvm::Type *vector_result);

/// Writes the body of a declaration: calls `scalar` for each lane, in a loop over the lanes if
/// there are many.
void expand_lanewise(llvm::Function &function, const Signature &vector, llvm::Function &scalar);

}  // namespace mux::compiler::builtins
