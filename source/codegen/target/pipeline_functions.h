/// @file
/// The functions that the pipeline lowers.

#pragma once

#include <llvm/ADT/StringRef.h>

namespace mux::compiler {

/// Whether the pipeline lowers the function, so that a program may not define it.
bool is_pipeline_function(llvm::StringRef mangled_name);

}  // namespace mux::compiler
