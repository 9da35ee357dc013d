/// @file
/// Applies floating-point options to code that was compiled without them.

#pragma once

#include "compiler/interface/math_option_words.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Applies the options to all functions that are not protected, as Clang would: as fast-math flags
/// of every operation and call, and as function attributes. Options that the code was compiled with
/// are kept.
void apply_math_options(llvm::Module &module, const MathOptions &options);

/// Protects all functions of the module from apply_math_options(), also after it is linked to
/// others.
void protect_math_options(llvm::Module &module);

}  // namespace mux::compiler
