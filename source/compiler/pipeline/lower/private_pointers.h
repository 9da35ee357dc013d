/// @file
/// Local memory that only one work-item sees, as private memory.

#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class AddrSpaceCastInst;
}

namespace mux::compiler {

/// Lets a function reach its own variables by pointers to private memory, as far as that can be
/// followed, and makes atomic and volatile accesses by these plain ones.
/// @param variables pointers to variables (allocas) of one function, made pointers to local memory.
/// They are erased.
void use_private_pointers(llvm::ArrayRef<llvm::AddrSpaceCastInst *> variables);

}  // namespace mux::compiler
