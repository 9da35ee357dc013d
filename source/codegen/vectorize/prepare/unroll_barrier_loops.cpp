#include "codegen/vectorize/prepare/unroll_barrier_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>

#include "codegen/ir/work_item_functions.h"
#include "codegen/optimize/function_passes.h"

namespace mux::compiler {

namespace {

/// Maximum trip count: loops that halve or double a distance within a group have no more
/// iterations.
constexpr unsigned most_barrier_steps = 16;
/// Limit for instructions of all iterations.
constexpr size_t most_unrolled_instructions = 1024;

bool contains_barrier(const llvm::Loop &loop) {
  return std::any_of(loop.block_begin(), loop.block_end(), [](const llvm::BasicBlock *block) {
    return std::any_of(block->begin(), block->end(), is_barrier_call);
  });
}

size_t instructions_of(const llvm::Loop &loop) {
  size_t count = 0;
  for (const llvm::BasicBlock *block : loop.blocks()) {
    count += block->size();
  }
  return count;
}

/// @return whether any loop is to be unrolled.
bool mark_loops(FunctionPasses &passes) {
  llvm::LoopInfo &loops = passes.result<llvm::LoopAnalysis>();
  llvm::ScalarEvolution &evolution = passes.result<llvm::ScalarEvolutionAnalysis>();
  bool found = false;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    const unsigned steps = evolution.getSmallConstantTripCount(loop);
    if (steps != 0 && steps <= most_barrier_steps && contains_barrier(*loop) &&
        instructions_of(*loop) * steps <= most_unrolled_instructions) {
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
      found = true;
    }
  }
  return found;
}

}  // namespace

void unroll_barrier_loops(llvm::Function &function, llvm::TargetMachine &machine) {
  FunctionPasses passes(function, machine);
  passes.run(loop_preparing_passes());
  if (!mark_loops(passes)) {
    return;
  }
  passes.run(unrolling_passes());
}

}  // namespace mux::compiler
