/// @file
/// Inlines the library's functions on textures whose views and samplers are constants of the
/// program (builtins/library/texture_known.inc).

#pragma once

#include <vector>

#include "codegen/ir/kernel.h"

namespace mux::compiler {

/// Inlines these functions into kernels, top-down, so that what the constants exclude is never
/// copied. Code for all formats and samplers would be hundreds of times as large, and a kernel that
/// calls it too large to inline its calls (choose_inlining.h), which estimates sizes before
/// anything is excluded.
void inline_texture_calls(const std::vector<SourceKernel> &kernels);

}  // namespace mux::compiler
