/// @file
/// Moves the local memory of a whole-group packet to the stack.

#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces the kernel's local memory by an alloca in the packet function. The packet is the whole
/// group, so no other call accesses this memory. Does nothing if it is too large for the stack.
/// @param size bytes of local memory.
void move_local_memory_to_stack(llvm::Function &packet, uint64_t size);

}  // namespace mux::compiler
