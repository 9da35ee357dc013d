/// @file
/// The addresses of a gather or scatter.
///
/// Gather instructions take one base address and a 32-bit index for each lane; with 64-bit indices
/// they process half as many lanes. So addresses are split into a uniform and a varying part.

#pragma once

#include "codegen/vectorize/accesses/address_terms.h"

namespace llvm {
class Value;
}

namespace mux::compiler {

struct Structure;
class Widener;

/// @param pointer a value of the linearized function.
/// @return <lanes x ptr>, in a form in which the code generator recognizes base and indices.
llvm::Value *lane_addresses(Widener &widener, llvm::Value &pointer, unsigned part);

/// Returns the address of one lane for a given index. Indices are narrower than addresses, and
/// often still in memory.
llvm::Value *address_at(Widener &widener, const IndexedAddress &indexed, unsigned part,
                        llvm::Value *index);

/// Returns the address of one lane of any pointer; does not build a vector of addresses if the
/// lanes share a base.
llvm::Value *lane_address(Widener &widener, llvm::Value &pointer, unsigned part, unsigned lane);

/// Return the addresses of the structures of a part's lanes, and of one lane's structure.
llvm::Value *structure_addresses(Widener &widener, const Structure &structure, unsigned part);
llvm::Value *structure_address(Widener &widener, const Structure &structure, unsigned part,
                               unsigned lane);

}  // namespace mux::compiler
