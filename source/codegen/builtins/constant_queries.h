/// @file
/// Queries of the library of built-ins whether an argument is a compile-time constant, so that
/// `pow(x, 2)` becomes a product.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler::builtins {

/// Replaces calls of a function that the library declares as `int mux_is_constant_TYPE(TYPE)` by
/// llvm.is.constant. It folds to true where the function is inlined with constant arguments, so the
/// branch not taken is removed; what is left folds to false in fold_constants()
/// (optimize/optimize.h) at the latest.
/// @param declaration has no users but calls; is erased.
/// @return whether it is such a function.
bool resolve_constant_query(llvm::Function &declaration);

}  // namespace mux::compiler::builtins
