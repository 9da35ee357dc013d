/// @file
/// Permutations of a vector's elements by run-time indices.

#pragma once

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// Whether the processor has a permute instruction for a vector of the packet's lanes of this type.
bool can_permute(const Widener &widener, llvm::Type *element);

/// @param vector <lanes x element>, of an element type for which can_permute() holds.
/// @param indices <lanes x integer>: for each lane the index of its element, less than the number
/// of lanes.
llvm::Value *permute(Widener &widener, llvm::Value *vector, llvm::Value *indices);

}  // namespace mux::compiler
