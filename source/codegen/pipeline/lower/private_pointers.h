/// @file
/// Rewrites pointers to local memory that belongs to one work-item to private pointers.

#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class AddrSpaceCastInst;
}

namespace mux::compiler {

/// Rewrites all uses of the variables that can be followed to pointers to private memory, and makes
/// atomic and volatile accesses through these plain.
/// @param variables casts of allocas of one function to pointers to local memory. They are erased.
void use_private_pointers(llvm::ArrayRef<llvm::AddrSpaceCastInst *> variables);

}  // namespace mux::compiler
