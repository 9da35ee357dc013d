/// @file
/// Arithmetic, comparisons, conversions, address calculation and the taking apart and putting
/// together of values, for all lanes at once.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// An instruction without effects whose result is varying.
/// @return false, with nothing done, if it has no vector form.
bool widen_arithmetic(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
