#include "codegen/vectorize/cost/work_item_cost.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>

#include "codegen/ir/temporary_function.h"
#include "codegen/optimize/defer_unrolling.h"
#include "codegen/optimize/freeze_wrapping_indices.h"
#include "codegen/optimize/function_passes.h"
#include "codegen/target/add_vector_variants.h"
#include "codegen/vectorize/cost/instruction_cost.h"
#include "codegen/vectorize/cost/tuning.h"
#include "codegen/vectorize/packet/tuning.h"

namespace mux::compiler {

namespace {

bool uses_vectors(llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return instruction.getType()->isVectorTy();
  });
}

/// Disables vectorization of loops by trip count, which is 0 if unknown.
class DisableLoopVectorization : public llvm::PassInfoMixin<DisableLoopVectorization> {
 public:
  explicit DisableLoopVectorization(bool (*is_left)(unsigned trip_count)) : is_left_(is_left) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      if (is_left_(evolution.getSmallConstantTripCount(loop))) {
        llvm::addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
      }
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  bool (*is_left_)(unsigned);
};

bool is_unknown(unsigned trip_count) {
  return trip_count == 0;
}

bool is_short_row(unsigned trip_count) {
  return trip_count != 0 && trip_count < tuning::min_row_trip_count;
}

/// Returns passes that rotate loops that test their condition first.
llvm::FunctionPassManager preparing_passes() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
  return passes;
}

/// Adds LLVM's loop vectorizer, which here only vectorizes: loops that it would only interleave
/// stay as they are (BlockWeights).
void add_loop_vectorizer(llvm::FunctionPassManager &passes) {
  passes.addPass(FreezeWrappingIndices());
  passes.addPass(llvm::LoopVectorizePass(llvm::LoopVectorizeOptions(true, false)));
}

/// Returns passes that clean up and, unless the function is too large, vectorize straight-line
/// code.
llvm::FunctionPassManager slp_passes(const llvm::Function &work_item) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  if (work_item.getInstructionCount() <= tuning::max_slp_instructions) {
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::SLPVectorizerPass());
    passes.addPass(llvm::InstCombinePass());
  }
  passes.addPass(llvm::ADCEPass());
  return passes;
}

/// Runs LLVM's vectorizers on a work-item that uses vectors: elementwise code, straight-line or in
/// a loop, becomes vector operations. Without that, a multiplication of float8 that is written so
/// took 0.20 ms in packets instead of 0.056 ms scalar, and the exponential function of float16,
/// which is such a loop, 1.57 ms instead of 0.56 ms.
void vectorize_elementwise_code(llvm::Function &work_item, llvm::TargetMachine &machine) {
  add_vector_variants(*work_item.getParent());
  llvm::FunctionPassManager passes = preparing_passes();
  // For loops of unknown trip count, the scalar fallback and remainder loops would count as much as
  // the vectorized one.
  passes.addPass(DisableLoopVectorization(is_unknown));
  add_loop_vectorizer(passes);
  passes.addPass(slp_passes(work_item));
  FunctionPasses(work_item, machine).run(std::move(passes));
}

constexpr const char *loop_index = "mux.loop.index";

/// Numbers the innermost loops in their metadata: only those are vectorized.
void index_inner_loops(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  unsigned index = 0;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost()) {
      llvm::addStringMetadataToLoop(loop, loop_index, index);
    }
    ++index;
  }
}

/// Returns the indices of the loops that have been vectorized, right after LLVM's vectorizer.
llvm::SmallSet<unsigned, 4> vectorized_loops(const llvm::LoopInfo &loops) {
  llvm::SmallSet<unsigned, 4> indices;
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    const std::optional<int> index = llvm::getOptionalIntLoopAttribute(loop, loop_index);
    if (index.has_value() && llvm::getBooleanLoopAttribute(loop, "llvm.loop.isvectorized")) {
      indices.insert(static_cast<unsigned>(*index));
    }
  }
  return indices;
}

double cost_of_instructions(const llvm::Function &work_item, BlockWeights &weights) {
  double cost = 0;
  for (const llvm::BasicBlock &block : work_item) {
    double of_block = 0;
    for (const llvm::Instruction &instruction : block) {
      of_block += scalar_cost(instruction);
    }
    cost += weights.of(block) * of_block;
  }
  return cost;
}

}  // namespace

double work_item_cost(llvm::Function &work_item, llvm::TargetMachine &machine) {
  if (!uses_vectors(work_item)) {
    BlockWeights weights(work_item);
    return cost_of_instructions(work_item, weights);
  }
  const TemporaryFunction joined(work_item);
  vectorize_elementwise_code(*joined, machine);
  BlockWeights weights(*joined);
  return cost_of_instructions(*joined, weights);
}

std::optional<VectorLoops> vectorize_row_loops(llvm::Function &work_item,
                                               llvm::TargetMachine &machine) {
  add_vector_variants(*work_item.getParent());
  const TemporaryFunction joined(work_item);
  index_inner_loops(*joined);
  FunctionPasses passes(*joined, machine);
  llvm::FunctionPassManager vectorizing = preparing_passes();
  vectorizing.addPass(DisableLoopVectorization(is_short_row));
  add_loop_vectorizer(vectorizing);
  passes.run(std::move(vectorizing));
  VectorLoops vectors;
  vectors.loops = vectorized_loops(passes.result<llvm::LoopAnalysis>());
  if (vectors.loops.empty()) {
    return std::nullopt;
  }
  passes.run(slp_passes(*joined));
  BlockWeights weights(*joined);
  weights.assume_long_rows();
  vectors.cost = cost_of_instructions(*joined, weights);
  return vectors;
}

void reserve_loops_for_vectorizer(llvm::Function &work_item, const VectorLoops &vectors) {
  const llvm::DominatorTree dominators(work_item);
  const llvm::LoopInfo loops(dominators);
  unsigned index = 0;
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    llvm::BasicBlock *latch = loop->getLoopLatch();
    auto *back =
        latch == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
    if (back != nullptr && vectors.loops.contains(index)) {
      defer_unrolling(*back);
    }
    ++index;
  }
}

}  // namespace mux::compiler
