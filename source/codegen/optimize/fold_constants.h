/// @file
/// Folds constants before simplify().

#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Folds constants, including llvm.is.constant, whose dead alternative is removed.
void fold_constants(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler
