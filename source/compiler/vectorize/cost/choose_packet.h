/// @file
/// The choice of a packet: how many lanes, how many parts, in which direction.

#pragma once

#include <optional>

#include "compiler/ir/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

struct FixedRange;
struct WorkItemTraits;
struct VectorWidth;

/// Where the parts of a packet lie: along x alone, in rows of one or a few that share what they
/// load, or each in a row of its own.
enum class PartDirection { x, y, rows };

/// Whether parts in y would share more than parts in x: loads in loops that walk along x, the same
/// for all rows, and meet values that are the same along x.
/// @param linearized with the local id in y among its sources.
bool rows_share_loads(llvm::Function &linearized);

/// Whether work-items leave a loop at times that differ along x and y alike: those of a packet that
/// is nearly as high as it is wide wait less for each other than those of a long row. Mandelbrot's
/// iterations are 12 % fewer in packets of 16 x 4 than of 64 x 1, and two thirds of the iterations
/// that only some need are gone: 2.7 ms instead of 3.3.
/// @param linearized with the local id in y among its sources.
bool rows_wait_less(llvm::Function &linearized, const WorkItemTraits &kernel);

/// What suits a linearized function on this processor.
/// @param is_quick whether it is to be compiled quickly.
Packet choose_packet(llvm::Function &linearized, const WorkItemTraits &kernel,
                     PartDirection direction, const VectorWidth &width, bool is_quick);

/// A packet of all work-items of a group. Nothing if so many, or rows of that length, do not suit
/// vectors.
/// @param is_quick whether it is to be compiled quickly.
std::optional<Packet> choose_group_packet(llvm::Function &linearized, const FixedRange &range,
                                          const VectorWidth &width, bool is_quick);

}  // namespace mux::compiler
