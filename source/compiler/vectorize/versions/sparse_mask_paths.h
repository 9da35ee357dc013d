/// @file
/// A second version, for a few work-items, of loops that stand under a mask.
///
/// Where one work-item of a packet goes through a long loop that the others skip, vectors do the
/// work of all for it. So where the mask holds for only a few, a function that runs the loop for
/// one work-item is called for each of them. To be run between linearize() and Shapes, on functions
/// for full packets.

#pragma once

#include "compiler/ir/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Adds such a version, and the functions it calls, to what is worth it.
/// @return whether the function changed.
bool add_sparse_mask_paths(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
