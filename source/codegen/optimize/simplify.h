/// @file
/// Simplifies kernels before passes that analyze them.

#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Converts kernels to SSA form and infers address spaces of generic pointers. Does not move
/// barriers.
void simplify(llvm::Module &module, llvm::TargetMachine &machine);

}  // namespace mux::compiler
