/// @file
/// Code for images of known formats and for known samplers (RangeShape::opaque_arguments).

#pragma once

#include <vector>

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Puts what is known of the images and samplers in the place of what kernels ask of them, and
/// notes whether there is anything of the kind (KernelDescription::opaque_arguments_matter). What
/// the library has for known images is inlined where they are known, and left out elsewhere. The
/// kernels have called functions inside of them, and are in SSA form.
/// @return whether more variables may become values.
bool fix_opaque_arguments(llvm::Module &module, std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
