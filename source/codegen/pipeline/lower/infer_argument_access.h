/// @file
/// Infers which of its arguments' buffers a kernel reads and writes. The scheduler overlaps
/// commands that access disjoint memory, so the result is conservative.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Sets KernelArgument::reads and ::writes of the buffers and
/// KernelDescription::may_access_any_memory. Precondition: all calls are inlined, and the kernel
/// still has its own arguments.
void infer_argument_access(SourceKernel &kernel);

}  // namespace mux::compiler
