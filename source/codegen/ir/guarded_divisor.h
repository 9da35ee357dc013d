/// @file
/// Recognizes the guarded divisors that pipeline/program/guard_division.h creates.

#pragma once

namespace llvm {
class Value;
}

namespace mux::compiler {

/// Returns the original divisor if `divisor` selects 1 in its place exactly where the division
/// would trap: if it is 0, or -1 and the dividend the minimum value. Returns `divisor` otherwise.
llvm::Value *unguarded_divisor(llvm::Value &divisor);

}  // namespace mux::compiler
