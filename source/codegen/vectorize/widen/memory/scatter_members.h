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
class StoreInst;
}

namespace mux::compiler {

struct Access;
class Widener;

/// Widens a store of the form AccessForm::structures or AccessForm::words. The stores of several
/// members are built at the position of the last one.
void store_members(Widener &widener, llvm::StoreInst &store, const Access &access);

}  // namespace mux::compiler
