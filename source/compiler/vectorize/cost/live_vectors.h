/// @file
/// How many vectors a packet has to keep at the same time.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

struct Packet;

/// The most registers of vectors that are needed later at one point.
struct LiveVectors {
  unsigned anywhere = 0;
  unsigned at_barriers = 0;
  /// In loops that go round without a barrier.
  unsigned in_loops_without_barriers = 0;
};

/// Of a linearized function whose instructions are done in their order, each for all parts.
LiveVectors live_vectors(llvm::Function &linearized, const Packet &packet);
/// The same anywhere.
unsigned most_live_vectors(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
