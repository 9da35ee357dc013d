/// @file
/// Gathers of several adjacent members of small structures at arbitrary addresses, such as `float2
/// v = points[index[i]]`, or the colors of a pixel.
///
/// Gathers as many members at once as an integer element holds, instead of each member alone.
/// Structures of 16 bytes are loaded lane by lane, concatenated to vectors and transposed; where
/// the same operations apply to all members, revectorization removes the transposition
/// (revectorize_components.h).

#pragma once

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class LoadInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct Access;
struct ActiveLanes;
struct Structure;
class Widener;

/// Widens a load of the form AccessForm::structures.
void load_structures(Widener &widener, llvm::LoadInst &load, const Access &access);
/// Widens a load of the form AccessForm::words.
void gather_words(Widener &widener, llvm::LoadInst &load, const Access &access);

/// Gathers all members of a structure for one part, as they are in memory and in the order of their
/// addresses.
llvm::SmallVector<llvm::Value *, 8> gather_members(Widener &widener, const Structure &structure,
                                                   unsigned part, const ActiveLanes &running);

}  // namespace mux::compiler
