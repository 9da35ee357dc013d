/// @file
/// Loads of several members of small structures that lie anywhere: `float2 v = points[index[i]]`,
/// or the colors of a pixel.
///
/// Instead of one gather for each member there is one for as many of them as an integer holds. Of
/// larger structures several are needed. Structures of 16 bytes are loaded one after the other,
/// several side by side in a vector, and transposed: where the same is done to all members, nothing
/// is left of that (revectorize_components.h).

#pragma once

namespace llvm {
class DataLayout;
class LoadInst;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
class Widener;

/// How many loads one gather can do the work of, this one among them.
/// @param load from addresses without order.
unsigned members_gathered_with(llvm::LoadInst &load, unsigned lanes, const Shapes &shapes,
                               const llvm::DataLayout &layout);

/// For a simple load of a type that has a vector form.
/// @return false, with nothing done, if it has to be gathered alone.
bool widen_member_load(Widener &widener, llvm::LoadInst &load);

}  // namespace mux::compiler
