/// @file
/// Permutations of a vector's elements by run-time indices.

#pragma once

namespace llvm {
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// @param vector <lanes x element>, of an element type for which can_permute() holds
/// (accesses/permute_instruction.h).
/// @param indices <lanes x integer>: for each lane the index of its element, less than the number
/// of lanes.
llvm::Value *permute(Widener &widener, llvm::Value *vector, llvm::Value *indices);

}  // namespace mux::compiler
