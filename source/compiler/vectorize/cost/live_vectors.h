/// @file
/// How many vectors a packet has to keep at the same time.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

struct Packet;

/// Of a linearized function: the most registers of vectors that are needed later at one point, if
/// its instructions are done in their order, each for all parts.
unsigned most_live_vectors(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
