/// @file
/// Predicts whether the lanes of a packet take the same path.

#pragma once

namespace llvm {
class Value;
}

namespace mux::compiler {

class Shapes;

/// Whether a condition is coherent: its value changes at nearly the same iteration or position for
/// all lanes. Its varying inputs are comparisons of strided with uniform values, or of two values
/// whose difference is the same in all lanes, such as each lane's position in a chunk of its own
/// with the end of that chunk.
/// @param condition of a linearized function.
bool is_coherent_condition(const llvm::Value &condition, const Shapes &shapes);

}  // namespace mux::compiler
