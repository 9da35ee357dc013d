/// @file
/// Makes a kernel a work-item function (work_item_context.h) and gives the work-item queries in it
/// their meaning.

#pragma once

#include <llvm/Support/Error.h>

#include <array>
#include <optional>
#include <string>

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Replaces kernel.function by a work-item function with the same body. Structs passed by value
/// become private copies. It returns an i32: -1, for "this work-item has finished". Sets
/// KernelTraits::flushes_denormals.
WorkItemKernel make_work_item_function(SourceKernel kernel);

/// Whether the function asks for anything that tells one work-group from another. Before
/// lower_work_item_queries().
bool asks_for_group(const llvm::Function &work_item_function);

/// Replaces get_global_id() and its kin by arithmetic on the function's context.
/// @param joined_size as WorkItemTraits has it.
void lower_work_item_queries(llvm::Function &work_item_function,
                             const std::optional<std::array<uint64_t, 3>> &joined_size);

/// Gives local variables their addresses in the scratch memory and sets
/// KernelDescription::local_memory_size.
/// @return an error that names a variable that asks for too large an alignment.
llvm::Error lower_local_memory(WorkItemKernel &kernel);

}  // namespace mux::compiler
