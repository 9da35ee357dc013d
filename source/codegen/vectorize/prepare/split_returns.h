/// @file
/// Splits a function's return block into one for each returned constant.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Where a block returns a phi of constants, gives each constant a return block of its own.
/// Work-items that take different paths to the same exit reconverge in that block, and work-items
/// at different exits are known not to have diverged.
void split_returns(llvm::Function &function);

}  // namespace mux::compiler
