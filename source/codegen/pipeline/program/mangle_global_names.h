/// @file
/// Renames program-scope variables to names that no C program can use.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Renames program-scope variables, so that a variable called `memset` cannot be taken for the
/// function that generated code calls. Precondition: entry points are not built yet.
void mangle_global_names(llvm::Module &module);

}  // namespace mux::compiler
