/// @file
/// Whether the lanes of a packet are likely to go the same way.

#pragma once

namespace llvm {
class Value;
}

namespace mux::compiler {

class Shapes;

/// Whether lanes find a condition to change at nearly the same time: what differs between them are
/// comparisons of values that grow from lane to lane with ones that are the same for all, or of two
/// that differ by as much in all lanes, such as the place of each in a piece of its own with the
/// end of that piece.
/// @param condition of a linearized function.
bool changes_together(const llvm::Value &condition, const Shapes &shapes);

}  // namespace mux::compiler
