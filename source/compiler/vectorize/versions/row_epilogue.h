/// @file
/// Packets at the end of a row of work-items, of which only some lie within the group.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Puts all blocks of a linearized function under a mask of the work-items whose local id in x is
/// within the group. The first work-item of a packet is taken to be.
void stop_at_row_end(llvm::Function &linearized);

/// The same for packets that count work-items along the local index: the work-items within the
/// group.
void stop_at_group_end(llvm::Function &linearized);

}  // namespace mux::compiler
