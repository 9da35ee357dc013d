/// @file
/// Makes integer division safe: division by zero, or of the smallest integer by -1, gives an
/// unspecified value instead of a trap.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Precondition: nothing is optimized yet, since the optimizer may assume that a division does not
/// trap.
void guard_division(llvm::Function &function);

}  // namespace mux::compiler
