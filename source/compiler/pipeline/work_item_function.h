/// @file
/// Makes a kernel a work-item function (work_item_context.h) and gives the work-item queries in it
/// their meaning.

#pragma once

#include <string>

#include "compiler/pipeline/kernel.h"

namespace mux::compiler {

/// Replaces kernel.function by a work-item function with the same body. Structs passed by value
/// become private copies. It returns an i32: -1, for "this work-item has finished". Sets
/// Kernel::flushes_denormals.
void make_work_item_function(Kernel &kernel);

/// Whether the function asks for anything that tells one work-group from another. Before
/// lower_work_item_queries().
bool asks_for_group(const llvm::Function &work_item_function);

/// Replaces get_global_id() and its kin by arithmetic on the function's context.
void lower_work_item_queries(llvm::Function &work_item_function);

/// Gives local variables their place in the scratch memory and sets
/// KernelDescription::local_memory_size.
/// @param[out] error a variable that asks for too large an alignment, when false is returned.
bool lower_local_memory(Kernel &kernel, std::string &error);

}  // namespace mux::compiler
