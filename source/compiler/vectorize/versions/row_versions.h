/// @file
/// A version of a function for packets that lie within one row of what has been flattened.
///
/// `x = i % width, y = i / width` is how programs that count their work-items in one dimension find
/// their way in two. Along the lanes the one wraps and the other steps, so that everything that is
/// read there would be gathered. But most packets begin and end in the same row: for these, y is
/// the same for all work-items and x grows by one from each to the next. Rows may have any length,
/// known or not; the same goes for masks and shifts by constants. What decides is one division for
/// a packet, and a comparison for each of its work-items.
///
/// On two cores of an AMD EPYC, before and after, arrays of a million floats: a stencil 0.82 and
/// 0.15 ms, a convolution by 3 x 3 with rows of 1,022 2.95 and 0.33, a product of matrices of 256 x
/// 256 3.65 and 0.48, rows of 32 read by `i & 31` and `i >> 5` 0.39 and 0.06.
///
/// To be run after linearize(), before the packet is chosen: it is chosen for the version.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether there is anything that a version is good for, in a function of which it would not make
/// too much.
bool has_flattened_rows(llvm::Function &linearized);

/// Adds the version. Packets for which it does not hold are taken to be rare.
/// @return whether the function changed.
bool add_row_versions(llvm::Function &linearized);

}  // namespace mux::compiler
