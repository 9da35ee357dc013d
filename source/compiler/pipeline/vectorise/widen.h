/// @file
/// Turns a linearised work-item function into one that runs a packet of work-items.
///
/// The packet function has the attributes of the work-item function. The function that it is
/// inlined into needs the same "prefer-vector-width" (set_target_attributes()), or vectors are
/// split there.

#pragma once

#include <string>

#include "compiler/pipeline/vectorise/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether widen() can do it.
/// @param[out] reason what stands in the way, when false is returned.
bool can_widen(llvm::Function &linearised, const Packet &packet, std::string &reason);

/// @param linearised a work-item function after linearise() for which can_widen() holds; not
/// changed.
/// @return a new internal function with the same parameters. local_id and local_index
/// (WorkItemContext) are those of the packet's first work-item; local_id.x
/// is a multiple of the number of work-items that the packet has in x.
llvm::Function *widen(llvm::Function &linearised, const Packet &packet);

}  // namespace mux::compiler
