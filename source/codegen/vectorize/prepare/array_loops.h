/// @file
/// Loops over private arrays, and their unrolling, for the passes that unroll them.

#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instruction.h>

#include <cstddef>

#include "codegen/vectorize/prepare/unroll_nests.h"

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Whether the instruction accesses a small private array at a variable index.
bool accesses_array(const llvm::Instruction &instruction);

/// Returns the number of variables in memory.
size_t arrays_in_memory(llvm::Function &function);

/// Whether there is any candidate loop.
bool has_loops_to_unroll(llvm::Function &function);

/// Unrolls profitable loops if at least one array is promoted to registers as a result. Arrays with
/// data-dependent indices stay in memory.
/// @return whether the function changed.
bool unroll_around_arrays(llvm::Function &work_item, llvm::TargetMachine &machine,
                          LoopPredicate is_worth);

template <typename Predicate>
bool any_instruction(const llvm::Loop &loop, Predicate predicate) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock *block) {
    return llvm::any_of(*block, predicate);
  });
}

inline bool touches_memory(const llvm::Instruction &instruction) {
  return instruction.mayReadOrWriteMemory();
}

}  // namespace mux::compiler
