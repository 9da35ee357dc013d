/// @file
/// What it costs to run a block for nobody.

#pragma once

namespace llvm {
class BasicBlock;
}

namespace mux::compiler {

/// Whether a block under a mask wants a branch around it for when the mask is empty: because it may
/// not run for nobody (it accesses memory, calls or may trap), or because it is long.
bool is_worth_skipping(const llvm::BasicBlock &block);

}  // namespace mux::compiler
