/// @file
/// Addresses with the index `i ^ k` with consecutive i and uniform k, as in sorting networks,
/// butterflies and small transpositions: each lane accesses the element of a partner lane.

#pragma once

#include <optional>

#include "codegen/vectorize/accesses/address_terms.h"

namespace llvm {
class DataLayout;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// An address of that form.
struct ExchangeAddress {
  Address address;
  /// `i ^ k`, and the integers i and k, values of the linearized function.
  llvm::Value *index = nullptr;
  llvm::Value *lane_index = nullptr;
  llvm::Value *distance = nullptr;
  Extension extension = Extension::sign;
};

/// @param pointer to elements that have a vector form.
/// @return nullopt if the address does not have that form.
std::optional<ExchangeAddress> find_exchange(const Shapes &shapes, const llvm::DataLayout &layout,
                                             llvm::Value &pointer, llvm::Type *element);

}  // namespace mux::compiler
