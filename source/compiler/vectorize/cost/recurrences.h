/// @file
/// Loops whose rounds wait for each other.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

class Shapes;

/// How many times as long a round of the loop that has most of the function takes, because it needs
/// what the round before has calculated, as the processor needs for its operations: what several
/// parts of a packet could do in that time. 0 if there is no such loop, and where nothing is
/// carried from round to round but what is the same for all lanes.
double waiting_of_rounds(llvm::Function &linearized, const Shapes &shapes, unsigned lanes);

}  // namespace mux::compiler
