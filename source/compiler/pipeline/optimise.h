/// @file
/// The runs of LLVM's own passes: a light one before the pipeline looks at a kernel, one that
/// splits vectors, the full one before code is generated, and code generation.

#pragma once

#include <string>

namespace llvm {
class Function;
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Brings kernels into SSA form and resolves generic pointers. Moves no barrier.
void simplify(llvm::Module &module, llvm::TargetMachine &machine);

/// Splits the operations of user vectors into those of their elements.
void split_vectors(llvm::Function &function, llvm::TargetMachine &machine);

/// Optimises for speed, but for functions with the attribute `optnone`.
/// @param vectorise_loops with LLVM's loop and SLP vectorisers.
void optimise(llvm::Module &module, llvm::TargetMachine &machine, bool vectorise_loops);

/// Generates a relocatable object.
/// @param[out] error why not, when false is returned.
bool emit_object(llvm::Module &module, llvm::TargetMachine &machine, std::string &object,
                 std::string &error);

}  // namespace mux::compiler
