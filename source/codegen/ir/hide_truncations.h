/// @file
/// Hides truncations of ids from LLVM's optimizations (truncations.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces 32-bit truncations of sums and products of ids by calls of `mux.truncate`. Before
/// lower_work_item_queries(), on functions in SSA form.
void hide_truncations(llvm::Function &function);

}  // namespace mux::compiler
