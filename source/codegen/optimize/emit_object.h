/// @file
/// Generates machine code.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Emits a relocatable object.
/// @return the object, or an error if the target does not support it.
llvm::Expected<std::string> emit_object(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler
