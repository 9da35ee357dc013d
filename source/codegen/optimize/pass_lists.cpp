#include "codegen/optimize/pass_lists.h"

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

#include "codegen/optimize/defer_unrolling.h"
#include "codegen/optimize/freeze_wrapping_indices.h"

namespace mux::compiler {

namespace {

/// LLVM's optimization level of -O3.
constexpr int speed = 3;

/// Hoists loop-invariant code and branches.
llvm::LoopPassManager hoisting_passes() {
  llvm::LoopPassManager passes;
  passes.addPass(llvm::LoopInstSimplifyPass());
  passes.addPass(llvm::LoopSimplifyCFGPass());
  passes.addPass(llvm::LoopRotatePass());
  passes.addPass(llvm::LICMPass(llvm::LICMOptions()));
  // Also unswitches on conditions that are not constant: without that a bitonic sort, whose
  // direction is uniform across a packet, takes 1.14 times as long.
  passes.addPass(llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  return passes;
}

/// Canonicalizes induction variables, and fully unrolls short loops.
llvm::LoopPassManager counting_passes() {
  llvm::LoopPassManager passes;
  passes.addPass(llvm::IndVarSimplifyPass());
  passes.addPass(llvm::LoopDeletionPass());
  passes.addPass(llvm::LoopFullUnrollPass(speed));
  return passes;
}

/// One iteration of a packet is long enough: loops with unknown trip counts are unrolled only where
/// the program requests it. With run-time unrolling, kernels took 5% longer to compile and equally
/// long to run.
llvm::LoopUnrollOptions unrolling() {
  return llvm::LoopUnrollOptions(speed).setRuntime(false);
}

/// Loop-invariant code motion, for simplified code.
void add_hoisting(llvm::FunctionPassManager &passes) {
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(hoisting_passes(), /*UseMemorySSA=*/true,
                                                       /*UseBlockFrequencyInfo=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
}

/// Vectorizes loops outside of packets: loops over work-items, and uniform loops of the program.
void add_loop_vectorization(llvm::FunctionPassManager &passes) {
  passes.addPass(FreezeWrappingIndices());
  passes.addPass(ReenableUnrolling());
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
  // Promotes private arrays whose indices are constants now.
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
