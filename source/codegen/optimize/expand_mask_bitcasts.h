/// @file
/// Removes bitcasts between <N x i1> and iN, as Clang emits them for any() and all().
#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces these integers by operations on the vectors' elements: LLVM compares them with zero for
/// any() and all(). The scalarizer does not handle the bitcast, so a work-item's integer would be
/// assembled bit by bit from bits of many work-items: any() of char16 took 30 times as long as in
/// scalar code.
void expand_mask_bitcasts(llvm::Function &function);

}  // namespace mux::compiler
