/// @file
/// Scatters of several adjacent members of small structures at arbitrary addresses, such as
/// `points[index[i]] = v`, or the colors of a pixel in a column of an image.
///
/// Scatters as many members at once as an integer element holds, instead of each member alone.
/// Structures of 16 bytes are assembled and stored lane by lane. So each cache line is written
/// once. Measured: blurring an image by columns of ushort4 takes 45 ms instead of 120 if the rows
/// are 16 KiB apart, and 10 ms instead of 15 if they are slightly less.

#pragma once

namespace llvm {
class DataLayout;
class StoreInst;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
class Widener;

/// Returns how many stores, including this one, a single scatter replaces.
/// @param store with varying addresses.
unsigned members_scattered_with(llvm::StoreInst &store, unsigned lanes, const Shapes &shapes,
                                const llvm::DataLayout &layout);

/// Widens a simple store of a type that has a vector form. The stores of several members are built
/// at the position of the last one.
/// @return false, with nothing built, if the store has to be scattered alone.
bool widen_member_store(Widener &widener, llvm::StoreInst &store);

}  // namespace mux::compiler
