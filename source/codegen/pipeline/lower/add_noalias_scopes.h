/// @file
/// Adds alias.scope and noalias metadata that separates buffers from local memory and, in code for
/// ND-ranges whose buffers are known to be disjoint (RangeShape::has_distinct_buffers), buffers
/// from each other.
///
/// Few programs use `restrict`. Without it, a reduction in memory is loaded and stored in each
/// iteration, and invariant loads cannot be hoisted over stores. Whether buffers overlap is known
/// when an ND-range is recorded.
#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Adds the metadata, and sets KernelDescription::distinct_buffers_matter. Precondition: all calls
/// are inlined, and the kernel still has its own arguments.
void add_noalias_scopes(SourceKernel &kernel);

}  // namespace mux::compiler
