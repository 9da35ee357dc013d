#include "codegen/optimize/optimize.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/StandardInstrumentations.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "codegen/ir/failure.h"
#include "codegen/optimize/defer_unrolling.h"
#include "codegen/optimize/expand_mask_bitcasts.h"
#include "codegen/optimize/freeze_wrapping_indices.h"
#include "codegen/optimize/pass_analyses.h"
#include "codegen/optimize/pass_lists.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler {

namespace {

/// The available library functions: only those that memory intrinsics are lowered to. A kernel may
/// define a function called `puts` or `exp` that is not the C library's.
llvm::TargetLibraryInfoImpl known_library(const llvm::Module &module) {
  llvm::TargetLibraryInfoImpl library{llvm::Triple(module.getTargetTriple())};
  library.disableAllFunctions();
  library.setAvailable(llvm::LibFunc_memcpy);
  library.setAvailable(llvm::LibFunc_memmove);
  library.setAvailable(llvm::LibFunc_memset);
  return library;
}

/// All analyses, with known_library().
struct Analyses : PassAnalyses {
  Analyses(llvm::PassBuilder &builder, const llvm::Module &module) {
    functions.registerPass(
        [library = known_library(module)] { return llvm::TargetLibraryAnalysis(library); });
    register_all(builder);
  }
};

void run_on_functions(llvm::FunctionPassManager function_passes, llvm::Module &module,
                      llvm::TargetMachine &machine) {
  llvm::PassBuilder builder(&machine);
  Analyses analyses(builder, module);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(function_passes)));
  passes.run(module, analyses.modules);
}

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

void promote_allocas(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  run_on_functions(std::move(passes), module, machine);
}

void fold_constants(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InstSimplifyPass());
  passes.addPass(llvm::LowerConstantIntrinsicsPass());
  run_on_functions(std::move(passes), module, machine);
}

void simplify(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::FunctionPassManager passes;
  // Converts llvm.expect to branch weights; an intrinsic without vector form would be serialized.
  passes.addPass(llvm::LowerExpectIntrinsicPass());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::InferAddressSpacesPass(address_space::generic));
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::ADCEPass());
  run_on_functions(std::move(passes), module, machine);
}

void scalarize_vectors(llvm::Function &function, llvm::TargetMachine &machine) {
  expand_mask_bitcasts(function);
  llvm::PassBuilder builder(&machine);
  Analyses analyses(builder, *function.getParent());
  llvm::ScalarizerPassOptions options;
  options.ScalarizeVariableInsertExtract = true;
  options.ScalarizeLoadStore = true;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ScalarizerPass(options));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::ADCEPass());
  passes.run(function, analyses.functions);
}

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
  Analyses analyses(builder, module);
  passes_for(code, tier, builder).run(module, analyses.modules);
}

llvm::Expected<std::string> emit_object(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(known_library(module)));
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    return failure("LLVM cannot write objects for " + module.getTargetTriple());
  }
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace mux::compiler
