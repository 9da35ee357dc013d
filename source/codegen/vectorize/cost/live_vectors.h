/// @file
/// Register pressure of a packet: its live vectors.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

struct Packet;

/// Maximum number of vector registers that are live at one point.
struct LiveVectors {
  unsigned anywhere = 0;
  unsigned at_barriers = 0;
  /// In loops that contain no barrier.
  unsigned in_loops_without_barriers = 0;
};

/// Returns the live vectors of a linearized function whose instructions are executed in order, each
/// for all parts.
LiveVectors live_vectors(llvm::Function &linearized, const Packet &packet);
/// Returns LiveVectors::anywhere.
unsigned most_live_vectors(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
