/// @file
/// The addresses of a gather or scatter.
///
/// Processors with gather instructions want one base address and an index of 32 bits for each
/// lane; with 64-bit indices they do half as many lanes at a time. So an address is taken apart
/// into what is the same for all lanes and what is not.

#pragma once

#include <optional>

#include "compiler/vectorize/widen/memory/address_terms.h"

namespace llvm {
class Value;
}

namespace mux::compiler {

class Widener;

/// @param pointer of the linearized function.
/// @return <lanes x ptr>, built so that the code generator finds the base and the indices.
llvm::Value *lane_addresses(Widener &widener, llvm::Value &pointer, unsigned part);

/// An address whose lanes share a base and differ in one index.
struct IndexedAddress {
  Address address;
  /// One of its terms, the only one that is not uniform.
  Term index;
};

/// @return nothing if the address is not of that kind.
std::optional<IndexedAddress> indexed_address(const Widener &widener, llvm::Value &pointer);

/// The address of one lane, whose index is given. An index is narrower than the address, and often
/// still in memory.
llvm::Value *address_at(Widener &widener, const IndexedAddress &indexed, unsigned part,
                        llvm::Value *index);

/// The address of one lane of any pointer, without a vector of addresses where the lanes share a
/// base.
llvm::Value *lane_address(Widener &widener, llvm::Value &pointer, unsigned part, unsigned lane);

}  // namespace mux::compiler
