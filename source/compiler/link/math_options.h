/// @file
/// Options about floating-point numbers, given to code that was compiled without them.

#pragma once

#include "compiler/interface/math_option_words.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Writes the options on all functions that may be changed, as Clang would have: on every operation
/// and call, and on the function itself. What the code was compiled with stays.
void apply_math_options(llvm::Module &module, const MathOptions &options);

/// Keeps apply_math_options() from changing what the module has now, also after it was linked to
/// others.
void keep_math_options(llvm::Module &module);

}  // namespace mux::compiler
