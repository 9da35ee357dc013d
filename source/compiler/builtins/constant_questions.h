/// @file
/// What the library of built-ins may ask about its arguments: whether they are constants, so that
/// `pow(x, 2)` becomes a product.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler::builtins {

/// Makes calls of a function that the library declares as `int mux_is_constant_TYPE(TYPE)` calls of
/// llvm.is.constant. That is answered where a function is inlined with constants, which leaves out
/// what does not hold, and at the latest by fold_constants() (optimize/optimize.h).
///
/// @param declaration has no users but calls; is erased.
/// @return whether it is such a function.
bool resolve_constant_question(llvm::Function &declaration);

}  // namespace mux::compiler::builtins
