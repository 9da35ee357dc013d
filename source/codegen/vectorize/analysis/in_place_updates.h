/// @file
/// Detects masked in-place updates of values that were just loaded: `if (a[i] > b) a[i] = b`.
///
/// Whether any lane is active depends on the data, so a branch on the mask is hard to predict. A
/// masked store costs no more than a few instructions, and the cache line that it writes is in the
/// cache: so the store is executed even if the mask is all false.

#pragma once

namespace llvm {
class BasicBlock;
class BranchInst;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Whether a block of a linearized function is a masked in-place update: it is short and consists
/// of stores to addresses that the preceding blocks load from, and of instructions that are safe to
/// execute for inactive lanes.
bool is_in_place_update(const llvm::BasicBlock &block);

/// Whether a branch guards a masked in-place update that can be executed unconditionally: the store
/// is masked, so inactive lanes store nothing.
bool guards_in_place_update(const llvm::BranchInst &branch, const Shapes &shapes);

}  // namespace mux::compiler
