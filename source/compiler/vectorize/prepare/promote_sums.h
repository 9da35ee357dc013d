/// @file
/// What a loop adds up in memory, kept in a register: `for (...) sum[i] += a[k] * b[k]`.
///
/// LLVM does as much later, but not for what packets gather and scatter. And a loop that stores
/// nothing may be one that walks along rows (unroll_row_walks.h). With buffers that share no memory
/// (pipeline/lower/distinct_buffers.h), on one core of an AMD EPYC, ms before and after: the lower
/// half of a correlation matrix of 384 columns 16.3 and 1.9, a matrix of 1,024 rows times a vector,
/// summed up in the result, 5.1 and 0.32.
#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Loads what loops load and store at one address before them, and stores it after them, where
/// nothing else in the loop can reach that memory. To be run before linearize().
/// @return whether there may be such loops; they have another form then.
bool promote_sums(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
