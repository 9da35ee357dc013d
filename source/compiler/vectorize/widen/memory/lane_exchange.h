/// @file
/// Loads and stores at the index `i ^ k`, where i counts the lanes and k is the same for all: the
/// partners of sorting networks, butterflies and small transpositions.
///
/// If the first lane's i is a multiple of the count of lanes, the lanes' elements are those of one
/// vector in memory, in another order: `i ^ k` without the low bits of k tells where it begins, the
/// low bits of k which lanes are exchanged. Unless it is known of i that it is such a multiple,
/// this is found out when the packet runs; likewise whether k has low bits, unless all are.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

#include "compiler/vectorize/widen/memory/address_terms.h"

namespace llvm {
class LoadInst;
class StoreInst;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// An address of that form.
struct ExchangeAddress {
  Address address;
  /// `i ^ k`, and the integers i and k, of the linearized function.
  llvm::Value *index = nullptr;
  llvm::Value *lane_index = nullptr;
  llvm::Value *distance = nullptr;
  Extension extension = Extension::sign;
};

/// @param pointer of elements that have a vector form.
std::optional<ExchangeAddress> find_exchange(const Widener &widener, llvm::Value &pointer,
                                             llvm::Type *element);

/// Loads the elements of one part, as they are in memory.
/// @param gather does the same for any address.
llvm::Value *load_exchanged(Widener &widener, llvm::LoadInst &load, const ExchangeAddress &address,
                            unsigned part, llvm::function_ref<llvm::Value *()> gather);

/// @param value a vector of the elements of one part, as they are to be in memory.
/// @param scatter does the same for any address.
void store_exchanged(Widener &widener, llvm::StoreInst &store, const ExchangeAddress &address,
                     unsigned part, llvm::Value *value, llvm::function_ref<void()> scatter);

}  // namespace mux::compiler
