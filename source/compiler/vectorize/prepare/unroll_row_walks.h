/// @file
/// Loops in which each work-item walks along a row of its own: the product of a matrix and a
/// vector, `for (k = 0; k < n; ++k) sum += a[i * n + k] * x[k]`.
///
/// The lanes of a packet would gather one element of each of their rows in each iteration, from as
/// many lines of the cache, which are gone before the next iteration needs them where rows lie a
/// power of two apart. In a loop that is unrolled, several neighbors of each row are loaded at once
/// (widen/memory/gather_members.h).
///
/// A short row that an outer loop walks again and again is loaded whole: its elements stay in
/// registers.
///
/// Packets of what has such loops are single vectors of work-items (cost/choose_packet.h).
///
/// On two cores of an AMD EPYC that other work shared, before and after, at best: a matrix of 2048
/// x 2048 floats times a vector 8.2 and 1.3 ms, of 2000 x 2000 1.8 and 0.7 ms; a product of
/// matrices of 512 x 512, one work-item for each row, 207 and 59 ms, of 500 x 500 47 and 17 ms.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Unrolls such loops where all lanes run the same number of iterations and nothing is written. To
/// be run before linearize().
/// @return whether the function changed.
bool unroll_row_walks(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
