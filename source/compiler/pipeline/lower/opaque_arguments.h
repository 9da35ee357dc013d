/// @file
/// Code for images of known formats and for known samplers (RangeShape::opaque_arguments).

#pragma once

#include "compiler/ir/kernel.h"

namespace mux::compiler {

/// Puts what is known of the images and samplers in the place of what the kernel asks of them, and
/// notes whether there is anything of the kind (KernelDescription::opaque_arguments_matter). The
/// kernel has called functions inside of it, and is in SSA form.
void fix_opaque_arguments(SourceKernel &kernel);

}  // namespace mux::compiler
