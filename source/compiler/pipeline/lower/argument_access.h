/// @file
/// What a kernel can do through each of its pointers. The scheduler runs two commands at once where
/// this shows that they touch different memory, so every doubt counts as an access.

#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Sets KernelArgument::reads and ::writes of the buffers and KernelDescription::reaches_anything.
/// The kernel must have its functions inlined, and still its own arguments.
void find_argument_access(SourceKernel &kernel);

}  // namespace mux::compiler
