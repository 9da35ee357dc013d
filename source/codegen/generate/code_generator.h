/// @file
/// The code generator implemented with LLVM.
#pragma once

#include "compiler/interface/code_generator.h"

namespace mux::compiler {

const CodeGenerator &code_generator();

}  // namespace mux::compiler
