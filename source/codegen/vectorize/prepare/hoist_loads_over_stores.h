/// @file
/// Hoists loads from a structure above stores to its other members.
///
/// `p[i].x += p[i].u; p[i].y += p[i].v` alternates between loads and stores. Widened, the members
/// of consecutive structures share vectors: consecutive loads become one interleaved group for all
/// members, and none of them stalls on a store to a part of its vector (failed store forwarding).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @param work_item_function runs one work-item; it need not observe stores of other work-items in
/// between.
/// @return whether the function changed.
bool hoist_loads_over_stores(llvm::Function &work_item_function);

}  // namespace mux::compiler
