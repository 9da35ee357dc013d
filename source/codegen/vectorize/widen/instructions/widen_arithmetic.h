/// @file
/// Widens arithmetic, comparisons, conversions, address computations, and insertions and
/// extractions.

#pragma once

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class Widener;

/// Widens an instruction without side effects and with a varying result.
/// @return false, with nothing built, if it has no vector form.
bool widen_arithmetic(Widener &widener, llvm::Instruction &instruction);

}  // namespace mux::compiler
