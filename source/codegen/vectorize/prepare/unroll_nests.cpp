#include "codegen/vectorize/prepare/unroll_nests.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/AggressiveInstCombine/AggressiveInstCombine.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "codegen/optimize/function_passes.h"

namespace mux::compiler {

namespace {

class LoopChoice {
 public:
  LoopChoice(FunctionPasses &passes, LoopPredicate is_worth)
      : loops_(passes.result<llvm::LoopAnalysis>()),
        evolution_(passes.result<llvm::ScalarEvolutionAnalysis>()),
        is_worth_(is_worth) {}

  /// Marks the loops to unroll for LLVM's unroller.
  /// @return whether there are any.
  bool mark() {
    bool found = false;
    for (llvm::Loop *loop : loops_.getTopLevelLoops()) {
      found |= mark_nest(*loop);
    }
    return found;
  }

 private:
  /// Returns the number of instructions of all iterations; nullopt if the trip count is unknown.
  /// The trip count of an inner loop may depend on the outer induction variable, so its maximum is
  /// used.
  std::optional<size_t> unrolled_size(const llvm::Loop &loop, bool is_inside) {
    const unsigned trip_count = is_inside ? evolution_.getSmallConstantMaxTripCount(&loop)
                                          : evolution_.getSmallConstantTripCount(&loop);
    if (trip_count == 0) {
      return std::nullopt;
    }
    size_t size = 0;
    for (const llvm::BasicBlock *block : loop.blocks()) {
      size += loops_.getLoopFor(block) == &loop ? block->size() : 0;
    }
    for (const llvm::Loop *inner : loop.getSubLoops()) {
      const std::optional<size_t> inner_size = unrolled_size(*inner, true);
      if (!inner_size.has_value()) {
        return std::nullopt;
      }
      size += *inner_size;
    }
    // Sizes beyond any limit are clamped, to avoid overflow.
    constexpr size_t endless = 1 << 20;
    return std::min(size * trip_count, endless);
  }

  /// Marks the loop with all loops inside, or else the profitable ones among those inside.
  bool mark_nest(llvm::Loop &loop) {
    const std::optional<size_t> size = unrolled_size(loop, false);
    if (size.has_value() && is_worth_(loop, *size)) {
      for (llvm::Loop *each : loop.getLoopsInPreorder()) {
        if (evolution_.getSmallConstantTripCount(each) != 0) {
          llvm::addStringMetadataToLoop(each, "llvm.loop.unroll.full", 1);
        }
      }
      return true;
    }
    bool found = false;
    for (llvm::Loop *inner : loop.getSubLoops()) {
      found |= mark_nest(*inner);
    }
    return found;
  }

  llvm::LoopInfo &loops_;
  llvm::ScalarEvolution &evolution_;
  LoopPredicate is_worth_;
};

bool unroll_once(FunctionPasses &passes, LoopPredicate is_worth) {
  passes.run(loop_preparing_passes());
  if (!LoopChoice(passes, is_worth).mark()) {
    return false;
  }
  passes.run(unrolling_passes());
  return true;
}

}  // namespace

bool unroll_nests(llvm::Function &function, llvm::TargetMachine &machine, LoopPredicate is_worth) {
  // Each round unrolls loops whose trip count depended on an outer loop unrolled before.
  constexpr int deepest_nest = 3;
  FunctionPasses passes(function, machine);
  int unrolled = 0;
  while (unrolled < deepest_nest && unroll_once(passes, is_worth)) {
    ++unrolled;
  }
  if (unrolled == 0) {
    return false;
  }
  // Without memory accesses in between, expressions may be narrowed or combined into one operation.
  llvm::FunctionPassManager narrow;
  narrow.addPass(llvm::AggressiveInstCombinePass());
  passes.run(std::move(narrow));
  passes.run(folding_passes());
  return true;
}

}  // namespace mux::compiler
