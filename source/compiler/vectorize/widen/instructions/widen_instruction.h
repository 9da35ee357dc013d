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

}  // namespace mux::compiler
