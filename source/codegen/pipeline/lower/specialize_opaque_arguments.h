/// @file
/// Specializes kernels for known image formats and samplers (RangeShape::opaque_arguments).

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Replaces what kernels read from images and samplers by constants where these are known, and sets
/// KernelDescription::opaque_arguments_matter. Inlines the library's functions for known formats
/// where they apply, and removes their other calls. Precondition: all calls are inlined, and the
/// kernels are in SSA form.
/// @return whether more variables may be promoted to registers.
bool specialize_opaque_arguments(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
