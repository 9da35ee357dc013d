/// @file
/// Full unrolling of loop nests of known trip count, before vectorization.
///
/// LLVM unrolls such loops as well, but only after widening, when its analyses fail on much of the
/// vectorized code.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstddef>

namespace llvm {
class Function;
class Loop;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Decides whether to unroll a loop together with all loops inside.
/// @param size number of instructions of all iterations.
using LoopPredicate = llvm::function_ref<bool(const llvm::Loop &loop, size_t size)>;

/// Unrolls whole nests where `is_worth` holds for them, otherwise the inner loops for which it
/// holds. Then folds constants and narrows expressions. Must run before linearize().
/// @return whether any loop was unrolled.
bool unroll_nests(llvm::Function &function, llvm::TargetMachine &machine, LoopPredicate is_worth);

}  // namespace mux::compiler
