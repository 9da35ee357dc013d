/// @file
/// Loads, stores and variables of a packet.

#pragma once

namespace llvm {
class AllocaInst;
class LoadInst;
class StoreInst;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// A load becomes one of: a scalar load (uniform address), a vector load (neighboring elements),
/// a few vector loads and shuffles (a small constant stride), or a gather.
void widen_load(Widener &widener, llvm::LoadInst &load);
/// Likewise. Where all lanes write to one address, the last one that runs wins.
void widen_store(Widener &widener, llvm::StoreInst &store);
/// Every work-item has its own copy; see Shapes for how its address differs.
void widen_variable(Widener &widener, llvm::AllocaInst &variable);

}  // namespace mux::compiler
