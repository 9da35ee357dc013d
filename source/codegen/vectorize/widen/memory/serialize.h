/// @file
/// Serializes an instruction without a vector form lane by lane: atomic operations, calls of the
/// runtime, values whose types cannot be vector elements.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// Widens any instruction except terminators and phis, as a loop over the active lanes.
void serialize(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
