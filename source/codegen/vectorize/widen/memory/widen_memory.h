/// @file
/// Widens loads, stores and private variables.

#pragma once

namespace llvm {
class AllocaInst;
class LoadInst;
class StoreInst;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Widens a load to one of: a scalar load (uniform address), a vector load (contiguous), a few
/// vector loads and shuffles (small constant stride), or a gather.
void widen_load(Widener &widener, llvm::LoadInst &load);
/// Likewise. If all lanes write to one address, the last active lane's value is stored.
void widen_store(Widener &widener, llvm::StoreInst &store);
/// Every work-item has its own copy; Shapes determines the stride of the copies' addresses.
void widen_variable(Widener &widener, llvm::AllocaInst &variable);

}  // namespace mux::compiler
