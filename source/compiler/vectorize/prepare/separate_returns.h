/// @file
/// One end of a function for each value that it returns.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Where a function returns one of several constants from one block, gives each constant a block of
/// its own. Work-items that take different paths to the same end then meet there, and it shows that
/// those of different ends never diverged.
void separate_returns(llvm::Function &function);

}  // namespace mux::compiler
