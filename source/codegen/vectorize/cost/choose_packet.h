/// @file
/// Chooses the shape of a packet: lanes, parts, and the dimension of the parts.

#pragma once

#include <optional>

#include "codegen/ir/packet.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

struct FixedRange;
struct WorkItemTraits;
struct VectorWidth;

/// Placement of a packet's parts: along x, in a block of rows that share loads, or one part per
/// row.
enum class PartDirection { x, y, rows };

/// Whether parts in y share more loads than parts in x: a loop contains loads that are uniform
/// across rows but vary along x, and loads that are uniform along x but vary across rows.
/// @param linearized was linearized with the local id in y as a varying source.
bool rows_share_loads(llvm::Function &linearized);

/// Whether a loop is divergent along x and y: a packet that is nearly square diverges less than one
/// of a long row. Measured on Mandelbrot: 12 % fewer iterations in packets of 16 x 4 than of 64 x
/// 1, with two thirds of the partly masked iterations gone: 2.7 ms instead of 3.3 ms.
/// @param linearized was linearized with the local id in y as a varying source.
bool rows_diverge_less(llvm::Function &linearized, const WorkItemTraits &kernel);

/// Chooses the packet of a linearized function for the target processor.
/// @param is_quick whether the code is CodeTier::quick, for which compile time has tighter limits.
Packet choose_packet(llvm::Function &linearized, const WorkItemTraits &kernel,
                     PartDirection direction, const VectorWidth &width, bool is_quick);

/// Returns a packet of all work-items of a group; nothing if the size of the group or of its rows
/// is not suitable for vectorization.
/// @param is_quick whether the code is CodeTier::quick, for which compile time has tighter limits.
std::optional<Packet> choose_group_packet(llvm::Function &linearized, const FixedRange &range,
                                          const VectorWidth &width, bool is_quick);

}  // namespace mux::compiler
