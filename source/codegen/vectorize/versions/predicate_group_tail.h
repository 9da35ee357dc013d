/// @file
/// Predication of the remainder packet of a group, for packets along the local index.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Predicates all blocks of a linearized function on the local index being within the group, for
/// packets along the local index.
void predicate_group_tail(llvm::Function &linearized);

}  // namespace mux::compiler
