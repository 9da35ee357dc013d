/// @file
/// Stores of several members of small structures that lie anywhere: `points[index[i]] = v`, or the
/// colors of a pixel in a column of an image.
///
/// Instead of one scatter for each member there is one for as many of them as an integer holds.
/// Structures of 16 bytes are put together and stored one after the other. So each line of the
/// cache is written to once: columns of ushort4, which blur an image, took 45 ms instead of 120 if
/// the rows are 16 KiB apart, and 10 instead of 15 if they are a little less.

#pragma once

namespace llvm {
class DataLayout;
class StoreInst;
}  // namespace llvm

namespace mux::compiler {

class Shapes;
class Widener;

/// How many stores one scatter can do the work of, this one among them.
/// @param store to addresses without order.
unsigned members_scattered_with(llvm::StoreInst &store, unsigned lanes, const Shapes &shapes,
                                const llvm::DataLayout &layout);

/// For a simple store of a type that has a vector form. Stores of several members happen where the
/// last of them stands.
/// @return false, with nothing done, if it has to be scattered alone.
bool widen_member_store(Widener &widener, llvm::StoreInst &store);

}  // namespace mux::compiler
