/// @file
/// Builds calls of work-item functions, which the pipeline lowers (ir/work_item_functions.h), in
/// the bodies of built-ins.

#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {

/// Declares a function that the pipeline lowers. NULL if the module uses its name for something
/// else.
llvm::Function *declare_pipeline_function(Expansion &expansion, llvm::StringRef mangled_name,
                                          llvm::Type *result,
                                          llvm::ArrayRef<llvm::Type *> parameters);

/// Calls a work-item query for a dimension, like _Z12get_local_idj. NULL as above.
llvm::Value *query(Expansion &expansion, llvm::StringRef mangled_name, uint32_t dimension);
/// Calls a query that takes no parameter and returns a size_t, like _Z19get_local_linear_idv.
llvm::Value *query(Expansion &expansion, llvm::StringRef mangled_name);

/// The product of a query's three dimensions.
llvm::Value *query_product(Expansion &expansion, llvm::StringRef mangled_name);

}  // namespace mux::compiler::builtins
