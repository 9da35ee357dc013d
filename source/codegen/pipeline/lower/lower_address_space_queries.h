/// @file
/// Lowers OpenCL C's queries of what a generic pointer points to: to_global(), to_local(),
/// to_private() and get_fence().
///
/// For queries that fold_address_space_queries() did not answer. They compare the address: local
/// memory is a contiguous range of the scratch memory, private memory is the kernel's variables,
/// and everything else is global. Thread-safe.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Answers the queries by the addresses. Local memory of a kernel with such queries stays
/// in the scratch memory. Precondition: private variables are not moved to other memory yet.
void lower_address_space_queries(WorkItemKernel &kernel);

}  // namespace mux::compiler
