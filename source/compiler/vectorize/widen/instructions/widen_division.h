/// @file
/// Integer division and remainder for all lanes at once.

#pragma once

namespace llvm {
class BinaryOperator;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Builds the quotients or remainders of one part. Lanes that do not run may have any divisor.
llvm::Value *divide(Widener &widener, llvm::BinaryOperator &division, unsigned part,
                    unsigned component);

}  // namespace mux::compiler
