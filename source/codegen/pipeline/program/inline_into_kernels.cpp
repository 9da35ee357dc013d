#include "codegen/pipeline/program/inline_into_kernels.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "codegen/ir/failure.h"
#include "codegen/ir/known_image_functions.h"
#include "codegen/ir/noinline_functions.h"
#include "codegen/optimize/pass_analyses.h"
#include "codegen/optimize/run_module_pass.h"
#include "codegen/pipeline/program/inline_calls.h"

namespace mux::compiler {

namespace {

void inline_all_calls(llvm::Module &module, const std::vector<SourceKernel> &kernels) {
  llvm::PassBuilder builder;
  PassAnalyses analyses;
  analyses.register_all(builder);
  for (llvm::Function &function : module) {
    if (is_kept(function)) {
      inline_calls(function, /*leaves_kept=*/true, analyses.functions);
    }
  }
  for (const SourceKernel &kernel : kernels) {
    inline_calls(*kernel.function, kernel.calls_functions, analyses.functions);
  }
}

}  // namespace

llvm::Error inline_into_kernels(llvm::Module &module, const std::vector<SourceKernel> &kernels) {
  llvm::SmallPtrSet<const llvm::Function *, 16> roots;
  for (const SourceKernel &kernel : kernels) {
    roots.insert(kernel.function);
  }
  inline_all_calls(module, kernels);
  run_module_pass(module, llvm::GlobalDCEPass());

  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && !roots.contains(&function) && !is_kept(function) &&
        !is_known_image_function(function)) {
      return failure("the function '" + function.getName().str() +
                     "' cannot be inlined into its kernel");
    }
  }
  for (const SourceKernel &kernel : kernels) {
    for (const llvm::Instruction &instruction : llvm::instructions(*kernel.function)) {
      const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr && !variable->isStaticAlloca()) {
        return failure("kernel '" + kernel.description.name +
                       "' has a private array of variable length");
      }
    }
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler
