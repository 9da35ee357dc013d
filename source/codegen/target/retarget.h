/// @file
/// Retargets a spir64 module to the processor: triple, data layout, calling conventions, target
/// features.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

namespace llvm {
class Function;
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Address spaces are not changed: on this target, casts between them are no-ops.
void retarget(llvm::Module &module, const llvm::TargetMachine &machine);

/// Sets the attributes that all functions of a program share. They must be equal everywhere, since
/// they affect how vectors are passed and whether a function may be inlined.
void set_target_attributes(llvm::Function &function);

/// Checks a module that is ready for code generation: every function has those attributes, and no
/// external function, which was compiled for a generic processor, takes or returns a vector whose
/// ABI depends on target features.
/// @return an error that names the function.
llvm::Error check_target(const llvm::Module &module);

}  // namespace mux::compiler
