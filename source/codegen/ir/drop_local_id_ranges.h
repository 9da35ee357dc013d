/// @file
/// Drops the ranges of local ids that add_local_id_ranges() attached.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Drops the ranges, before widening adds inactive lanes whose ids lie outside of them. LLVM writes
/// `group * 64 + local_id` as `or disjoint` where the ranges permit; these become additions again,
/// since without the ranges they would be wrong in such lanes and analyses of sums do not recognize
/// them.
void drop_local_id_ranges(llvm::Function &work_item_function);

}  // namespace mux::compiler
