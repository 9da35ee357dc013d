/// @file
/// Unrolls loops in which each work-item reads along a row of its own, such as the product of a
/// matrix and a vector: `for (k = 0; k < n; ++k) sum += a[i * n + k] * x[k]`.
///
/// Each iteration would gather one element of a row for every lane, from as many cache lines. Where
/// the distance of rows is a power of two, these lines conflict in the cache and are evicted before
/// the next iteration uses them. In an unrolled loop, several consecutive elements of each row are
/// loaded with one access and transposed (widen/memory/gather_members.h).
///
/// A short row that an outer loop reads in each iteration is loaded whole: its elements stay in
/// registers.
///
/// Packets of code with such loops have one part (cost/choose_packet.h).
///
/// Measured on two cores of a shared AMD EPYC, before and after, best of several runs: a matrix of
/// 2048 x 2048 floats times a vector 8.2 and 1.3 ms, of 2000 x 2000 1.8 and 0.7 ms; a product of
/// matrices of 512 x 512, one work-item for each row, 207 and 59 ms, of 500 x 500 47 and 17 ms.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Unrolls such loops where the trip count is uniform and nothing is written. Must run before
/// linearize().
/// @return whether the function changed.
bool unroll_strided_loops(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
