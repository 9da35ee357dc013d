/// @file
/// The addresses of a gather or scatter.
///
/// Processors with gather instructions want one base address and an index of 32 bits for each
/// lane; with 64-bit indices they do half as many lanes at a time. So an address is taken apart
/// into what is the same for all lanes and what is not.

#pragma once

namespace llvm {
class Value;
}

namespace mux::compiler {

class Widener;

/// @param pointer of the linearised function.
/// @return <lanes x ptr>, built so that the code generator finds the base and the indices.
llvm::Value *lane_addresses(Widener &widener, llvm::Value &pointer, unsigned part);

/// The address of one lane. Where all lanes have one base, only the lane's index is taken out of a
/// vector, which is narrower than the address and often still in memory.
llvm::Value *lane_address(Widener &widener, llvm::Value &pointer, unsigned part, unsigned lane);

}  // namespace mux::compiler
