/// @file
/// The runs of LLVM's own passes: a light one before the pipeline looks at a kernel, the full one
/// before code is generated, and code generation.

#pragma once

#include <string>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Brings kernels into SSA form and resolves generic pointers. Moves no barrier.
void simplify(llvm::Module &module, llvm::TargetMachine &machine);

/// Optimises for speed, with the loop and SLP vectorisers.
void optimise(llvm::Module &module, llvm::TargetMachine &machine);

/// Generates a relocatable object.
/// @param[out] error why not, when false is returned.
bool emit_object(llvm::Module &module, llvm::TargetMachine &machine, std::string &object,
                 std::string &error);

}  // namespace mux::compiler
