#include "codegen/optimize/optimize.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/StandardInstrumentations.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/optimize/defer_unrolling.h"
#include "codegen/optimize/freeze_wrapping_indices.h"
#include "codegen/optimize/known_library.h"
#include "codegen/optimize/pass_lists.h"

namespace mux::compiler {

namespace {

/// @param builder for LLVM's default pipeline.
llvm::ModulePassManager passes_for(WorkItemCode code, CodeTier tier, llvm::PassBuilder &builder) {
  if (tier == CodeTier::quick) {
    return passes_for_quick_code(/*vectorizes_loops=*/code == WorkItemCode::loops);
  }
  return code == WorkItemCode::packets
             ? passes_for_packets()
             : builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
}

}  // namespace

void optimize(llvm::Module &module, llvm::TargetMachine &machine, WorkItemCode code,
              CodeTier tier) {
  llvm::PipelineTuningOptions options;
  options.LoopVectorization = code == WorkItemCode::loops;
  options.SLPVectorization = code == WorkItemCode::loops;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptNoneInstrumentation skip_large_kernels(/*DebugLogging=*/false);
  skip_large_kernels.registerCallbacks(callbacks);
  // This pass replaces tables of pointers by llvm.load.relative, with invalid IR for a table in the
  // constant address space.
  callbacks.registerShouldRunOptionalPassCallback([](llvm::StringRef pass, const llvm::Any &) {
    return pass != "RelLookupTableConverterPass";
  });
  llvm::PassBuilder builder(&machine, options, std::nullopt, &callbacks);
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(FreezeWrappingIndices());
        passes.addPass(ReenableUnrolling());
      });
  KnownLibraryAnalyses analyses(builder, module);
  passes_for(code, tier, builder).run(module, analyses.modules);
}

}  // namespace mux::compiler
