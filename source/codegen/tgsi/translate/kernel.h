/// @file
/// The declaration of a shader's kernel, with the metadata that Clang attaches.

#pragma once

#include <llvm/IR/Module.h>

#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

llvm::Function &declare_kernel(const Program &program, llvm::Module &module);

}  // namespace mux::compiler::tgsi
