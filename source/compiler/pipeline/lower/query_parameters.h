/// @file
/// Functions that ask where a work-item is, made ones that are told.

#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Gives functions parameters for what they ask of the work-item (get_global_id(0) and the like),
/// so that only those that nobody calls, the kernels, ask. Others than kernels may then be called
/// (functions_to_keep.h). Functions that ask in ways that differ from call to call stay as they
/// are.
/// @param functions each after all that it calls; those that are changed are erased.
/// @return whether any was changed.
bool pass_queries_as_arguments(llvm::ArrayRef<llvm::Function *> functions);

}  // namespace mux::compiler
