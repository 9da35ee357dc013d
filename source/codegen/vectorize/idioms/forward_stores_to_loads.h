/// @file
/// Store-to-load forwarding for vectors in the stack memory of a packet.
///
/// Work-items exchange values through local memory: each stores its own and loads its neighbor's.
/// In a packet that is a whole group these are vector stores to constant offsets, and vector loads
/// that overlap several of them, for which hardware store forwarding fails. This pass replaces the
/// loads by shuffles of the stored vectors, and deletes the memory if no load remains. Memory that
/// is written by rows and read by columns, or vice versa, becomes a transposition.

#pragma once

namespace llvm {
class AllocaInst;
}

namespace mux::compiler {

/// Forwards stores to loads at constant offsets from an alloca.
/// @return whether the function changed. If nothing reads the memory any more, the alloca is
/// deleted.
bool forward_stores_to_loads(llvm::AllocaInst &memory);

}  // namespace mux::compiler
