/// @file
/// The addresses of a gather or scatter.
///
/// Gather instructions take one base address and a 32-bit index for each lane; with 64-bit indices
/// they process half as many lanes. So addresses are split into a uniform and a varying part.

#pragma once

#include <optional>

#include "codegen/vectorize/widen/memory/address_terms.h"

namespace llvm {
class Value;
}

namespace mux::compiler {

class Widener;

/// @param pointer a value of the linearized function.
/// @return <lanes x ptr>, in a form in which the code generator recognizes base and indices.
llvm::Value *lane_addresses(Widener &widener, llvm::Value &pointer, unsigned part);

/// An address with a uniform base and a single varying index.
struct IndexedAddress {
  Address address;
  /// The only term that is not uniform.
  Term index;
};

/// Returns nullopt if the address does not have that form.
std::optional<IndexedAddress> indexed_address(const Widener &widener, llvm::Value &pointer);

/// Returns the address of one lane for a given index. Indices are narrower than addresses, and
/// often still in memory.
llvm::Value *address_at(Widener &widener, const IndexedAddress &indexed, unsigned part,
                        llvm::Value *index);

/// Returns the address of one lane of any pointer; does not build a vector of addresses if the
/// lanes share a base.
llvm::Value *lane_address(Widener &widener, llvm::Value &pointer, unsigned part, unsigned lane);

}  // namespace mux::compiler
