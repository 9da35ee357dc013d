/// @file
/// Takes what a packet reads from memory of its own out of the vectors that it wrote to it.
///
/// Work-items exchange values through local memory: each writes its own and reads its neighbor's.
/// To a packet that is a whole group these are vectors written to known addresses, and vectors read
/// from addresses between them, which the processor would have to wait for. Here they become
/// permuted lanes, and where all is read that way, the memory is not needed any more. What is
/// written in rows and read in columns, or the other way, becomes a transposition.

#pragma once

namespace llvm {
class AllocaInst;
}

namespace mux::compiler {

/// @param memory whose accesses are at constant offsets, as far as they are to be found.
/// @return whether anything has changed. If nothing reads the memory any more, it is gone.
bool forward_stores_to_loads(llvm::AllocaInst &memory);

}  // namespace mux::compiler
