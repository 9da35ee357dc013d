/// @file
/// Scalar versions of masked loops for few active work-items.
///
/// If one work-item of a packet executes a long loop that the others skip, vectors execute it with
/// all lanes. So if the mask has only a few active lanes, an outlined scalar function is called for
/// each of them. Runs between linearize() and Shapes, on functions for full packets.

#pragma once

#include "codegen/ir/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Adds such versions and the functions that they call, where they are estimated to be faster.
/// @return whether the function changed.
bool add_sparse_mask_paths(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
