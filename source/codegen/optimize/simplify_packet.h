/// @file
/// Folds constants in packets of whole groups.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Folds constants and removes dead code and constant branches (folding_passes()).
void simplify_packet(llvm::Function &packet, llvm::TargetMachine &machine);

}  // namespace mux::compiler
