/// @file
/// Rejects calls of functions and uses of variables that are not defined.

#pragma once

#include <llvm/Support/Error.h>

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Checks that no undefined function or variable is used. Precondition: built-ins are resolved.
/// @return an error that names the undefined ones.
llvm::Error check_defined(const llvm::Module &module);

}  // namespace mux::compiler
