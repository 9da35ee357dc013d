/// @file
/// Widens integer division and remainder.

#pragma once

namespace llvm {
class BinaryOperator;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Builds the quotients or remainders of one part. Inactive lanes may have any divisor, 0 included.
llvm::Value *divide(Widener &widener, llvm::BinaryOperator &division, unsigned part,
                    unsigned component);

}  // namespace mux::compiler
