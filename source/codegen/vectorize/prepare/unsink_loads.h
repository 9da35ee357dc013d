/// @file
/// Reverses InstCombine's sinking of loads into the join of several paths.
///
/// InstCombine turns `x = inside ? image[i] : image[clamp(i)]`, with a load on either path, into
/// one load at the join whose address is a phi. Where the paths diverge between work-items, the phi
/// has no known stride and the load becomes a gather, even if the addresses on the most frequent
/// path are contiguous. InstCombine has no option to disable this, and hiding loads from it would
/// also prevent wanted optimizations: store-to-load forwarding and common loads.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @return whether the function changed.
bool unsink_loads(llvm::Function &work_item_function);

}  // namespace mux::compiler
