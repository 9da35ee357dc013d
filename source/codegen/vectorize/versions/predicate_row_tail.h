/// @file
/// Predication of the remainder packets of rows, of which only some work-items are within the
/// group.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Predicates all blocks of a linearized function on the local id in x being within the group. The
/// first work-item of a packet is assumed to be within it.
void predicate_row_tail(llvm::Function &linearized);

}  // namespace mux::compiler
