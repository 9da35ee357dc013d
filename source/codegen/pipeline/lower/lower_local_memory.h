/// @file
/// Allocates local variables and local-buffer arguments in the scratch memory of a group.

#pragma once

#include <llvm/Support/Error.h>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Allocates local variables in the scratch memory and sets KernelDescription::local_memory_size.
/// @return an error that names a variable whose alignment is too large.
llvm::Error lower_local_memory(WorkItemKernel &kernel);

}  // namespace mux::compiler
