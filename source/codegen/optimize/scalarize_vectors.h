/// @file
/// Scalarizes the program's vectors, so that work-items are vectorized instead.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Scalarizes the program's vectors.
void scalarize_vectors(llvm::Function &function, llvm::TargetMachine &machine);

}  // namespace mux::compiler
