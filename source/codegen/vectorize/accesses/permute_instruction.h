/// @file
/// The processor's instruction that permutes a vector by run-time indices.

#pragma once

#include <llvm/IR/Intrinsics.h>

namespace llvm {
class DataLayout;
class Type;
}  // namespace llvm

namespace mux::compiler {

/// Number of lanes of the shortest byte vector that has a permute instruction.
inline constexpr unsigned bytes_of_shuffle = 16;

/// Returns the instruction for a vector of `lanes` elements; not_intrinsic if there is none.
llvm::Intrinsic::ID permute_instruction(const llvm::DataLayout &layout, unsigned lanes,
                                        llvm::Type *element);

/// Whether the processor has such an instruction.
bool can_permute(const llvm::DataLayout &layout, unsigned lanes, llvm::Type *element);

}  // namespace mux::compiler
