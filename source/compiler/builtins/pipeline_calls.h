/// @file
/// Calls of the functions that mean something to the pipeline (pipeline/work_item_functions.h) from
/// the bodies of built-ins.

#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>

#include "compiler/builtins/expansion.h"

namespace mux::compiler::builtins {

/// Declares a function that the pipeline gives a meaning to. NULL if the module uses its name for
/// something else.
llvm::Function *declare_pipeline_function(Expansion &expansion, llvm::StringRef mangled_name,
                                          llvm::Type *result,
                                          llvm::ArrayRef<llvm::Type *> parameters);

/// Asks what a work-item knows of itself, one dimension after the other: queries like
/// _Z12get_local_idj. NULL as above.
llvm::Value *query(Expansion &expansion, llvm::StringRef mangled_name, uint32_t dimension);
/// A query without a parameter that gives a size_t: _Z19get_local_linear_idv.
llvm::Value *query(Expansion &expansion, llvm::StringRef mangled_name);

/// The product of a query's three dimensions.
llvm::Value *query_product(Expansion &expansion, llvm::StringRef mangled_name);

}  // namespace mux::compiler::builtins
