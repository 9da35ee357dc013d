/// @file
/// Loads done on each of several ways, as the program has them.
///
/// Of `x = inside ? image[i] : image[clamp(i)]`, with a load on either way, LLVM makes a single one
/// behind them, of an address that depends on the way. Where work-items go different ways, such
/// addresses have no order and are gathered, even if those of the way that most of them go are
/// neighbors.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @return whether the function changed.
bool unsink_loads(llvm::Function &work_item_function);

}  // namespace mux::compiler
