/// @file
/// Makes integer division safe: dividing by zero, or the smallest integer by -1, gives an
/// unspecified value instead of a trap.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// To be run before anything is optimized: the optimizer may assume that a division does not trap.
void guard_division(llvm::Function &function);

}  // namespace mux::compiler
