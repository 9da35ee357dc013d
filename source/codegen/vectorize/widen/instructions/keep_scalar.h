/// @file
/// Instructions of a packet that stay scalar.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// Builds a uniform or strided value as one scalar instruction for each part. Only for instructions
/// without side effects, or whose effects may happen once for all work-items.
void keep_scalar(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
