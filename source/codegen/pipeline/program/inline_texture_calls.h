/// @file
/// Inlines the library's functions on textures whose views and samplers are constants of the
/// program (builtins/library/texture_known.inc).

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

namespace mux::compiler {

/// Inlines these functions into kernels and the functions that they call, top-down, so that what
/// the constants exclude is never copied. Code for all formats and samplers would be hundreds of
/// times as large, and a kernel that calls it too large to inline its calls (choose_inlining.h),
/// which estimates sizes before anything is excluded.
/// @param functions kernels, and what they call; may have functions of the library.
void inline_texture_calls(llvm::ArrayRef<llvm::Function *> functions);

}  // namespace mux::compiler
