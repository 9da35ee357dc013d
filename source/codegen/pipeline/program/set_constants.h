/// @file
/// Gives the program's constants (ir/program_constants.h) their values.
#pragma once

#include <vector>

#include "compiler/abi/program_constant.h"

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Makes each constant an internal one with the given value, or else its default, as if the source
/// said so: expressions of constants are folded, and what branches on them never reach is removed,
/// so that no later pass considers it.
///
/// @param values of constants of the module, in the layout of spir64. Precondition: the module is
/// not retargeted yet.
void set_constants(llvm::Module &module, const std::vector<ConstantValue> &values);

}  // namespace mux::compiler
