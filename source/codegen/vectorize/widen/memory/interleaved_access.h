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

class Widener;

/// Widens a simple load of a type that has a vector form.
/// @return false, with nothing built, if the stride is too large or the address is not strided.
bool widen_interleaved_load(Widener &widener, llvm::LoadInst &load);
/// Likewise. The stores of a group are built at the position of its last one.
bool widen_interleaved_store(Widener &widener, llvm::StoreInst &store);

}  // namespace mux::compiler
