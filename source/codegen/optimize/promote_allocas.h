/// @file
/// Promotes variables to registers.

#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Promotes variables to registers (SROA).
void promote_allocas(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler
