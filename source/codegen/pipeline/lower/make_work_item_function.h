/// @file
/// Converts a kernel to a work-item function (work_item_context.h) and lowers its work-item
/// queries.

#pragma once

#include <llvm/Support/Error.h>

#include <array>
#include <optional>
#include <string>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Replaces kernel.function by a work-item function with the same body. Structs passed by value
/// become private copies. It returns an i32: -1, which means that the work-item has ended. Sets
/// KernelTraits::flushes_denormals.
WorkItemKernel make_work_item_function(SourceKernel kernel);

/// Whether the function makes a query whose answer differs between work-groups. Precondition:
/// before lower_work_item_queries().
bool depends_on_group(const llvm::Function &work_item_function);

/// Replaces get_global_id() and similar functions by arithmetic on the function's context.
/// @param joined_size WorkItemTraits::joined_size.
void lower_work_item_queries(llvm::Function &work_item_function,
                             const std::optional<std::array<uint64_t, 3>> &joined_size);

/// Allocates local variables in the scratch memory and sets KernelDescription::local_memory_size.
/// @return an error that names a variable whose alignment is too large.
llvm::Error lower_local_memory(WorkItemKernel &kernel);

}  // namespace mux::compiler
