/// @file
/// Options about floating-point numbers, given to code that was compiled without them.

#pragma once

#include <string_view>

namespace llvm {
class Module;
}  // namespace llvm

namespace mux::compiler {

/// What clLinkProgram may ask for; each means what it means to clBuildProgram.
struct MathOptions {
  bool denormals_are_zero = false;
  bool no_signed_zeros = false;
  bool unsafe = false;
  bool finite_only = false;
};

/// @return whether the word is such an option; then it is added.
bool add_math_option(std::string_view word, MathOptions &math);

/// Writes the options on all functions that may be changed, as Clang would have: on every operation
/// and call, and on the function itself. What the code was compiled with stays.
void apply_math_options(llvm::Module &module, const MathOptions &options);

/// Keeps apply_math_options() from changing what the module has now, also after it was linked to
/// others.
void keep_math_options(llvm::Module &module);

}  // namespace mux::compiler
