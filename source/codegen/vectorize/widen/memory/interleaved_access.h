/// @file
/// Widens groups of interleaved loads and stores (accesses/interleaved_group.h).
///
/// The structures of all lanes are contiguous, so contiguous vectors are accessed and their
/// elements shuffled. Accesses of several members share these vectors. Loads touch only memory
/// between two elements that are accessed, and stores only the elements themselves.

#pragma once

namespace llvm {
class LoadInst;
class StoreInst;
}  // namespace llvm

namespace mux::compiler {

struct InterleavedGroup;
class Widener;

/// Widens a load of the form AccessForm::interleaved.
void widen_interleaved_load(Widener &widener, llvm::LoadInst &load, const InterleavedGroup &group);
/// Likewise. The stores of a group are built at the position of its last one.
void widen_interleaved_store(Widener &widener, llvm::StoreInst &store,
                             const InterleavedGroup &group);

}  // namespace mux::compiler
