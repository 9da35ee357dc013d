/// @file
/// Vectors whose elements are put into an order that is found out when the packet runs.

#pragma once

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Whether the processor has an instruction for a vector of as many such elements as the packet has
/// lanes.
bool can_permute(const Widener &widener, llvm::Type *element);

/// @param vector <lanes x element>, of elements that can_permute().
/// @param indices <lanes x integer>: for each lane, the index of the element that it gets. Below
/// the count of lanes.
llvm::Value *permute(Widener &widener, llvm::Value *vector, llvm::Value *indices);

}  // namespace mux::compiler
