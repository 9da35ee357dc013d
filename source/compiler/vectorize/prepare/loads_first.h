/// @file
/// Moves loads from a structure before stores to its other members.
///
/// `p[i].x += p[i].u; p[i].y += p[i].v` loads and stores by turns. For many work-items side by side
/// the members of neighboring structures share vectors: loads that follow each other are done
/// once for all members, and none has to wait for a store that wrote a part of its vector.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @param work_item_function runs one work-item: what others store between the two, it need not
/// see.
/// @return whether the function changed.
bool move_loads_first(llvm::Function &work_item_function);

}  // namespace mux::compiler
