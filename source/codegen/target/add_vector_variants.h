/// @file
/// Attaches the vector forms of processor operations for LLVM's loop vectorizer.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Attaches the vector forms (operation_forms.h) as vector variants (VFABI mappings).
void add_vector_variants(llvm::Module &module);

}  // namespace mux::compiler
