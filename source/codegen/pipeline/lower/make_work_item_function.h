/// @file
/// Converts a kernel to a work-item function (work_item_context.h).

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Replaces kernel.function by a work-item function with the same body. Structs passed by value
/// become private copies. It returns an i32: -1, which means that the work-item has ended. Sets
/// KernelTraits::flushes_denormals.
WorkItemKernel make_work_item_function(SourceKernel kernel);

}  // namespace mux::compiler
