/// @file
/// Adds a version of a function for packets that lie within one row of a flattened index space.
///
/// `x = i % width, y = i / width` is how programs with a one-dimensional ND-range calculate
/// two-dimensional indices. Across lanes x wraps and y steps, so all accesses would be gathers. But
/// most packets lie within one row: for these, y is uniform and x has stride 1. Rows may have any
/// length, constant or not; masks and shifts by constants are handled too. The run-time check is
/// one division per packet, and a comparison per work-item.
///
/// Measured on two cores of an AMD EPYC, before and after, with arrays of a million floats: a
/// stencil 0.82 and 0.15 ms, a convolution by 3 x 3 with rows of 1,022 2.95 and 0.33 ms, a product
/// of matrices of 256 x 256 3.65 and 0.48 ms, rows of 32 read by `i & 31` and `i >> 5` 0.39 and
/// 0.06 ms.
///
/// Runs after linearize() and before the packet is chosen, so that the choice considers the
/// version.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether a version is useful, and the function is not too large for one.
bool has_flattened_rows(llvm::Function &linearized);

/// Adds the version, marked as likely.
/// @return whether the function changed.
bool add_row_versions(llvm::Function &linearized);

}  // namespace mux::compiler
