/// @file
/// Turns a spir64 module into one for this processor: triple, data layout, calling conventions,
/// target features.

#pragma once

#include <llvm/Support/Error.h>

#include <string>

namespace llvm {
class Function;
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Address spaces stay as they are: on this processor casts between them do nothing.
void retarget(llvm::Module &module, const llvm::TargetMachine &machine);

/// Gives a function the attributes that all code of a program shares. They must be the same
/// everywhere: they decide how vectors are passed and whether a function may be inlined.
void set_target_attributes(llvm::Function &function);

/// Whether a module that is ready for the code generator keeps to that: every function has those
/// attributes, and no function from outside, which was compiled for any processor of this kind,
/// takes or returns a vector that some processors pass in one register and others in several.
/// @return false if it does not, with the function in `error`.
llvm::Error check_target(const llvm::Module &module);

}  // namespace mux::compiler
