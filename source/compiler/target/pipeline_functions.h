/// @file
/// Every function that the pipeline itself gives a meaning to.

#pragma once

#include <llvm/ADT/StringRef.h>

namespace mux::compiler {

/// Whether the pipeline gives the function its meaning, so that nobody else may.
bool is_pipeline_function(llvm::StringRef mangled_name);

}  // namespace mux::compiler
