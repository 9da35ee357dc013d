/// @file
/// One lane of a value, loaded once more instead of taken out of a vector.
///
/// To take an element out of a vector costs more than to load it from where the vector came from,
/// which is in the first cache then: 16M bytes that say what is counted took 4.6 ms instead of 4.3.

#pragma once

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// @param value a varying integer that the instruction uses, which the lane runs.
/// @return NULL if the value was not just loaded from neighbouring addresses, or takes more than a
/// few operations from there, or if it may have been overwritten since.
llvm::Value *reload_lane(Widener &widener, const llvm::Instruction &instruction, llvm::Value &value,
                         unsigned part, unsigned lane);

}  // namespace mux::compiler
