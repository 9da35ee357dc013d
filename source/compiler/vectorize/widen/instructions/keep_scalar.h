/// @file
/// Instructions of a packet that stay scalar.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// What is uniform or strided stays one scalar instruction for each part that has to be built.
/// Only instructions without effects, or whose effects may happen once for all work-items.
void keep_scalar(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
