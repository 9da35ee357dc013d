/// @file
/// Widens one instruction, whatever it is.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// Any but phis and terminators.
void widen_instruction(Widener &widener, llvm::Instruction &instruction);

/// What is uniform or strided stays one scalar instruction for each part that has to be built.
/// Only instructions without effects, or whose effects may happen once for all work-items.
void keep_scalar(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
