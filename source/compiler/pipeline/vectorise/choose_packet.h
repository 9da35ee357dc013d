/// @file
/// The choice of a packet: how many lanes, how many parts, in which direction.

#pragma once

#include <optional>

#include "compiler/pipeline/vectorise/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

struct FixedRange;
struct Kernel;
struct VectorWidth;

/// Where the parts of a packet lie: along x alone, or in rows of one or a few.
enum class PartDirection { x, y };

/// Whether parts in y would share more than parts in x: loads in loops that walk along x, the same
/// for all rows, and meet values that are the same along x.
/// @param linearised with the local id in y among its sources.
bool rows_share_loads(llvm::Function &linearised);

/// What suits a linearised function on this processor.
Packet choose_packet(llvm::Function &linearised, const Kernel &kernel, PartDirection direction,
                     const VectorWidth &width);

/// A packet of all work-items of a group. Nothing if so many, or rows of that length, do not suit
/// vectors.
std::optional<Packet> choose_group_packet(llvm::Function &linearised, const FixedRange &range,
                                          const VectorWidth &width);

}  // namespace mux::compiler
