/// @file
/// The code generator that is made of LLVM.
#pragma once

#include "compiler/interface/code_generator.h"

namespace mux::compiler {

const CodeGenerator &code_generator();

}  // namespace mux::compiler
