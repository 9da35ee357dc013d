/// @file
/// The choice of a packet: how many lanes, how many parts, in which direction.

#pragma once

#include "compiler/pipeline/vectorise/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

struct VectorWidth;

/// What suits a linearised function on this processor.
Packet choose_packet(llvm::Function &linearised, const VectorWidth &width);

}  // namespace mux::compiler
