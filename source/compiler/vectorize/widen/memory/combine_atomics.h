/// @file
/// Atomic operations of all lanes on one address, as one operation.

#pragma once

namespace llvm {
class AtomicRMWInst;
}

namespace mux::compiler {

class Widener;

/// The lanes may come in any order, so they may come right after each other: their operands are put
/// together first, memory is changed once for the packet (or for each part, if the parts' addresses
/// differ), and what each lane would have found there is calculated from what was there before.
/// @return false, with nothing built, if the addresses of the lanes differ or the operation cannot
/// be put together that way.
bool combine_atomic(Widener &widener, llvm::AtomicRMWInst &update);

}  // namespace mux::compiler
