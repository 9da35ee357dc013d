/// @file
/// Turns hidden truncations (truncations.h) back into truncations.

#pragma once

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Turn all hidden truncations back into truncations.
void restore_truncations(llvm::Function &function);
void restore_truncations(llvm::Module &module);

}  // namespace mux::compiler
