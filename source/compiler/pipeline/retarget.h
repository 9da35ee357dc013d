/// @file
/// Turns a spir64 module into one for this processor: triple, data layout, calling conventions,
/// target features.

#pragma once

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

}  // namespace mux::compiler
