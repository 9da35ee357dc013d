/// @file
/// Loads done on each of several paths, as the program has them.
///
/// Of `x = inside ? image[i] : image[clamp(i)]`, with a load on either path, InstCombine makes a
/// single one behind them, of an address that depends on the path. Where work-items take different
/// paths, such addresses have no order and are gathered, even if those of the path that most of
/// them take are neighbors. InstCombine has no option for it, and hiding loads from it would keep
/// it from what is wanted: values that are forwarded from stores, and loads that become one.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @return whether the function changed.
bool unsink_loads(llvm::Function &work_item_function);

}  // namespace mux::compiler
