/// @file
/// Decomposes the address of an access into a base, a constant and scaled indices.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// How the narrow integer of an index is extended.
enum class Extension { sign, zero };

/// `index * scale` bytes.
struct Term {
  llvm::Value *index = nullptr;
  int64_t scale = 1;
  Extension extension = Extension::sign;

  bool operator==(const Term &) const = default;
};

/// base + constant + the sum of the terms, modulo 2^64.
struct Address {
  llvm::Value *base = nullptr;
  int64_t constant = 0;
  llvm::SmallVector<Term> terms;
};

/// Accumulates the offsets of a chain of GEPs. Splits sums in indices if one operand is a constant,
/// or if one is uniform and the other varying.
/// @param pointer a value of the linearized function.
Address decompose_address(const Shapes &shapes, const llvm::DataLayout &layout,
                          llvm::Value &pointer);

/// An address with a uniform base and a single varying index.
struct IndexedAddress {
  Address address;
  /// The only term that is not uniform.
  Term index;
};

/// @param pointer a value of the linearized function.
/// @return nullopt if the address does not have that form.
std::optional<IndexedAddress> indexed_address(const Shapes &shapes, const llvm::DataLayout &layout,
                                              llvm::Value &pointer);

/// Returns the distance in bytes from the first address to the second; nullopt if it is unknown.
std::optional<int64_t> distance(const Address &first, const Address &second);

}  // namespace mux::compiler
