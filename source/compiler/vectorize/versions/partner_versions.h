/// @file
/// Versions of a function for `i ^ k` and `i & m`, where i counts the work-items and k and m are
/// only known when it runs.
///
/// Sorting networks, butterflies and exchanges find partners this way, and ask which of the two a
/// work-item is. What becomes of it depends on k and m: if they are multiples of the packet's
/// work-items, `i ^ k` is another packet in the same order, and every packet has one answer; if k
/// is less than the lanes of a vector, partners are in the same vector, and all packets have the
/// same answers. There is a version for each of the two cases, in which their bits are
/// masked, so that Shapes sees which are zero, and one for all others. What decides is the same for
/// all packets. 210 steps of a bitonic sort of 1M took 14.8 ms, without versions 20 to 23 ms (two
/// cores of a Xeon, Sapphire Rapids). To be run between linearize() and Shapes, on functions for
/// full packets.

#pragma once

#include "compiler/ir/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Adds the versions where it is worth it, within limits for the code's size.
/// @return whether the function changed.
bool add_partner_versions(llvm::Function &linearized, const Packet &packet);

}  // namespace mux::compiler
