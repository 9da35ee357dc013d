/// @file
/// Loads and stores at the index `i ^ k` with consecutive i and uniform k, as in sorting networks,
/// butterflies and small transpositions.
///
/// If the first lane's i is a multiple of the number of lanes, the lanes access a permutation of
/// one contiguous vector: it starts at `i ^ k` without the low bits of k, and the low bits of k
/// define the permutation. Unless i is known to be such a multiple, that is checked at run time, as
/// is whether the low bits of k are zero, unless k has no others.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class LoadInst;
class StoreInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct ExchangeAddress;
class Widener;

/// Loads the elements of one part, as they are in memory.
/// @param gather loads them from arbitrary addresses.
llvm::Value *load_exchanged(Widener &widener, llvm::LoadInst &load, const ExchangeAddress &address,
                            unsigned part, llvm::function_ref<llvm::Value *()> gather);

/// @param value a vector of the elements of one part, as they are to be in memory.
/// @param scatter stores them to arbitrary addresses.
void store_exchanged(Widener &widener, llvm::StoreInst &store, const ExchangeAddress &address,
                     unsigned part, llvm::Value *value, llvm::function_ref<void()> scatter);

}  // namespace mux::compiler
