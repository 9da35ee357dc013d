/// @file
/// Loads of members of the ImageView that the first argument of a built-in points to. They are
/// invariant: no kernel changes an ImageView.

#pragma once

#include <cstddef>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {

/// @param offset in an ImageView.
llvm::Value *load_integer(Expansion &expansion, size_t offset);
llvm::Value *load_long(Expansion &expansion, size_t offset);
/// The address of the first pixel.
llvm::Value *load_pixels(Expansion &expansion);

/// The parameter type of load_pixels()'s result in signatures of library functions.
ParameterType pointer_to_pixels(bool writable);

}  // namespace mux::compiler::builtins
