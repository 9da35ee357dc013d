/// @file
/// Passes work-item ids as parameters to functions that are not inlined.

#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces functions' work-item queries (get_global_id(0) and the like) by parameters, so that
/// only kernels, which have no callers, make queries, and other functions may remain calls
/// (choose_inlining.h). Queries whose dimension is not constant are not changed.
/// @param functions each after its callees; those that are changed are erased.
/// @return whether any was changed.
bool pass_queries_as_arguments(llvm::ArrayRef<llvm::Function *> functions);

}  // namespace mux::compiler
