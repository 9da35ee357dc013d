/// @file
/// Specializes kernels for the values of arguments.

#pragma once

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Replaces arguments by the constants in KernelTraits::fixed_arguments. Precondition: the kernel
/// is not lowered yet, and is not called.
void specialize_arguments(const SourceKernel &kernel);

}  // namespace mux::compiler
