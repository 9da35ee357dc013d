/// @file
/// Dispatches to the widening function of an instruction's kind.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// Widens any instruction except phis and terminators.
void widen_instruction(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
