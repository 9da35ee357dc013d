/// @file
/// Combines the atomic operations of all lanes on one address into one operation.

#pragma once

namespace llvm {
class AtomicRMWInst;
}

namespace mux::compiler {

class Widener;

/// The order of the lanes' operations is arbitrary, so they may be consecutive: their operands are
/// reduced first, memory is updated once for the packet (or once for each part, if the parts'
/// addresses differ), and the old value of each lane is computed from the old value in memory and a
/// prefix scan.
/// @param update of the form AccessForm::combined.
void combine_atomic(Widener &widener, llvm::AtomicRMWInst &update);

}  // namespace mux::compiler
