/// @file
/// Cost of executing a block under an all-false mask.

#pragma once

namespace llvm {
class BasicBlock;
}

namespace mux::compiler {

/// Whether a masked block should be skipped by a branch if its mask is all false: because executing
/// it then would be unsafe (it accesses memory, calls or may trap), or because it costs more than
/// the branch.
bool is_worth_skipping(const llvm::BasicBlock &block);

}  // namespace mux::compiler
