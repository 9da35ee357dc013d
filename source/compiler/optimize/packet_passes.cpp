#include "compiler/optimize/packet_passes.h"

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
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(hoisting_passes(), /*UseMemorySSA=*/true,
                                                       /*UseBlockFrequencyInfo=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(counting_passes()));
  // Private arrays whose indices are constants now.
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::DSEPass());
  // Loops beside packets: work-items that run alone, and those of the program that all of them go
  // through together.
  passes.addPass(HideWrappingIndices());
  passes.addPass(ReleaseLoopsForVectors());
  passes.addPass(llvm::LoopVectorizePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::LoopUnrollPass(unrolling()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager module_passes;
  module_passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  module_passes.addPass(llvm::GlobalDCEPass());
  return module_passes;
}

}  // namespace mux::compiler
