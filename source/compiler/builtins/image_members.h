/// @file
/// Members of the ImageView that the first argument of a built-in points to. No kernel changes
/// them.

#pragma once

#include <cstddef>

#include "compiler/builtins/expansion.h"

namespace mux::compiler::builtins {

/// @param offset in an ImageView.
llvm::Value *load_integer(Expansion &expansion, size_t offset);
llvm::Value *load_long(Expansion &expansion, size_t offset);
/// The address of the first pixel.
llvm::Value *load_pixels(Expansion &expansion);

/// What load_pixels() gives, as functions of the library take it.
ParameterType pointer_to_pixels(bool writable);

}  // namespace mux::compiler::builtins
