/// @file
/// Local memory of a group that is one packet.

#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Makes what the kernel declares as local memory the packet's own: nobody else sees it, and nobody
/// reads it afterwards. Left where it is if it is too large for the stack.
/// @param size in bytes.
void keep_local_memory(llvm::Function &packet, uint64_t size);

}  // namespace mux::compiler
