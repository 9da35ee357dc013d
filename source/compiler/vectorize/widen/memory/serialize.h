/// @file
/// Does an instruction for one lane after the other: what has no vector form (atomic operations,
/// calls of the runtime, values that are no vector elements).

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// Widens any instruction but a terminator or a phi: a loop over the lanes that run.
void serialize(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
