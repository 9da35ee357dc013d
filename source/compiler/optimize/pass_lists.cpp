#include "compiler/optimize/pass_lists.h"

#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopInstSimplify.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopSimplifyCFG.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimpleLoopUnswitch.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include <utility>

#include "compiler/optimize/loops_for_vectors.h"
#include "compiler/optimize/wrapping_indices.h"

namespace mux::compiler {

namespace {

/// As for -O3: what LLVM's passes call their level.
constexpr int speed = 3;

/// Moves out of loops what does not change in them.
llvm::LoopPassManager hoisting_passes() {
  llvm::LoopPassManager passes;
  passes.addPass(llvm::LoopInstSimplifyPass());
  passes.addPass(llvm::LoopSimplifyCFGPass());
  passes.addPass(llvm::LoopRotatePass());
  passes.addPass(llvm::LICMPass(llvm::LICMOptions()));
  // Also conditions that are none of constants: without that a bitonic sort, whose direction is
  // the same for a whole packet, takes 1.14 times as long.
  passes.addPass(llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  return passes;
}

/// Gives loops counters of one width, and makes straight code of short ones.
llvm::LoopPassManager counting_passes() {
  llvm::LoopPassManager passes;
  passes.addPass(llvm::IndVarSimplifyPass());
  passes.addPass(llvm::LoopDeletionPass());
  passes.addPass(llvm::LoopFullUnrollPass(speed));
  return passes;
}

/// What one iteration of a packet does is long enough: loops of unknown length are unrolled only
/// where the program asks for it. With that they took a twentieth longer to compile and as long to
/// run.
llvm::LoopUnrollOptions unrolling() {
  return llvm::LoopUnrollOptions(speed).setRuntime(false);
}

/// Moves out of loops what stays the same in them, once the code is simple.
void add_hoisting(llvm::FunctionPassManager &passes) {
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(hoisting_passes(), /*UseMemorySSA=*/true,
                                                       /*UseBlockFrequencyInfo=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
}

/// Of loops beside packets: work-items that run alone, and those of the program that all of them go
/// through together.
void add_loop_vectorization(llvm::FunctionPassManager &passes) {
  passes.addPass(HideWrappingIndices());
  passes.addPass(ReleaseLoopsForVectors());
  passes.addPass(llvm::LoopVectorizePass());
  passes.addPass(llvm::SimplifyCFGPass());
}

llvm::ModulePassManager for_module(llvm::FunctionPassManager passes) {
  llvm::ModulePassManager module_passes;
  module_passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  module_passes.addPass(llvm::GlobalDCEPass());
  return module_passes;
}

void add_simplification(llvm::FunctionPassManager &passes) {
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
}

}  // namespace

llvm::ModulePassManager passes_for_packets() {
  llvm::FunctionPassManager passes;
  add_simplification(passes);
  add_hoisting(passes);
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(counting_passes()));
  // Private arrays whose indices are constants now.
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::DSEPass());
  add_loop_vectorization(passes);
  passes.addPass(llvm::LoopUnrollPass(unrolling()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  return for_module(std::move(passes));
}

// Without the passes after these, the kernels of 38 public programs took 0.71 times as long to
// compile and 1.01 times as long to run, 104 other public kernels 0.73 and 1.02 times. Without
// hoisting one of them took ten times as long to run.
llvm::ModulePassManager passes_for_quick_code(bool vectorizes_loops) {
  llvm::FunctionPassManager passes;
  add_simplification(passes);
  add_hoisting(passes);
  if (vectorizes_loops) {
    add_loop_vectorization(passes);
    passes.addPass(llvm::InstCombinePass());
  }
  return for_module(std::move(passes));
}

}  // namespace mux::compiler
