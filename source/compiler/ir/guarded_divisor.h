/// @file
/// Divisors as pipeline/lower/guard_division.h leaves them.

#pragma once

namespace llvm {
class Value;
}

namespace mux::compiler {

/// The divisor as the program has it, where another one stands in for it only if dividing would
/// trap: if it is 0, or -1 and the dividend the least number.
llvm::Value *unguarded_divisor(llvm::Value &divisor);

}  // namespace mux::compiler
