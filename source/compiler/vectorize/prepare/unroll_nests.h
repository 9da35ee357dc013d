/// @file
/// Loops of known length, unrolled before a function becomes vectors.
///
/// LLVM unrolls such loops too, but not before the packets exist, where too little of the code is
/// left that it understands.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstddef>

namespace llvm {
class Function;
class Loop;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Says of a loop whether to unroll it, with all loops inside.
/// @param size instructions of all iterations together.
using LoopPredicate = llvm::function_ref<bool(const llvm::Loop &loop, size_t size)>;

/// Unrolls what is worth it: whole nests, or else the loops inside that are. Narrows and folds what
/// that made constant. To be run before linearize().
/// @return whether the function has lost loops.
bool unroll_nests(llvm::Function &function, llvm::TargetMachine &machine, LoopPredicate is_worth);

}  // namespace mux::compiler
