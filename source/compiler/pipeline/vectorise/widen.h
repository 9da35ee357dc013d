/// @file
/// Turns a linearised work-item function into one that runs a packet of work-items.

#pragma once

#include "compiler/pipeline/vectorise/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @param linearised a work-item function after linearise(); not changed. What it returns is the
/// same for all work-items.
/// @return a new internal function with the same parameters. local_id and local_index
/// (WorkItemContext) are those of the packet's first work-item.
llvm::Function *widen(llvm::Function &linearised, const Packet &packet);

}  // namespace mux::compiler
