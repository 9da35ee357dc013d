/// @file
/// Recognizes the global ids that programs compute from group ids.
///
/// Shaders compute `group id * group size + local id`. In a kernel that uses group ids and local
/// ids in no other way, these become queries of global ids, so that the kernel does not depend on
/// its groups, and neighboring groups run as one.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Precondition: truncations are not hidden yet, and the function is in SSA form.
void recognize_global_ids(const SourceKernel &kernel);

}  // namespace mux::compiler
