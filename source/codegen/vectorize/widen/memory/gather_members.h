/// @file
/// Gathers of several adjacent members of small structures at arbitrary addresses, such as `float2
/// v = points[index[i]]`, or the colors of a pixel.
///
/// Gathers as many members at once as an integer element holds, instead of each member alone.
/// Structures of 16 bytes are loaded lane by lane, concatenated to vectors and transposed; where
/// the same operations apply to all members, revectorization removes the transposition
/// (revectorize_components.h).

#pragma once

namespace llvm {
class DataLayout;
class LoadInst;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
class Widener;

/// Returns how many loads, including this one, a single gather replaces.
/// @param load with varying addresses.
unsigned members_gathered_with(llvm::LoadInst &load, unsigned lanes, const Shapes &shapes,
                               const llvm::DataLayout &layout);

/// Widens a simple load of a type that has a vector form.
/// @return false, with nothing built, if the load has to be gathered alone.
bool widen_member_load(Widener &widener, llvm::LoadInst &load);

}  // namespace mux::compiler
