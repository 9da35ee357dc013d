#include "codegen/pipeline/program/inline_into_kernels.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <string_view>

#include "codegen/ir/call_order.h"
#include "codegen/ir/failure.h"
#include "codegen/ir/function_calls.h"
#include "codegen/ir/known_image_functions.h"
#include "codegen/ir/noinline_functions.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/optimize/pass_analyses.h"
#include "codegen/pipeline/program/choose_inlining.h"
#include "codegen/pipeline/program/inline_calls.h"
#include "codegen/pipeline/program/size_limits.h"
#include "codegen/target/pipeline_functions.h"
#include "compiler/runtime/runtime_functions.h"

namespace mux::compiler {

namespace {

template <typename Pass>
void run_module_pass(llvm::Module &module, Pass pass) {
  llvm::PassBuilder builder;
  PassAnalyses analyses;
  analyses.register_all(builder);
  llvm::ModulePassManager passes;
  passes.addPass(std::move(pass));
  passes.run(module, analyses.modules);
}

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

/// Clones kernels that are called by functions: they are lowered as kernels, the clones as
/// functions.
void copy_called_kernels(const std::vector<SourceKernel> &kernels) {
  for (const SourceKernel &kernel : kernels) {
    if (kernel.function->use_empty()) {
      continue;
    }
    llvm::ValueToValueMapTy map;
    llvm::Function *copy = llvm::CloneFunction(kernel.function, map);
    copy->setName(kernel.function->getName() + ".called");
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
    kernel.function->replaceAllUsesWith(copy);
  }
}

}  // namespace

llvm::Error check_defined(const llvm::Module &module) {
  std::vector<std::string> missing;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !is_pipeline_function(function.getName()) && !is_runtime_function(function.getName())) {
      missing.push_back("function '" + function.getName().str() + "'");
    }
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() && !variable.use_empty()) {
      missing.push_back("variable '" + variable.getName().str() + "'");
    }
  }
  if (missing.empty()) {
    return llvm::Error::success();
  }
  std::sort(missing.begin(), missing.end());
  std::string error = "undefined ";
  for (size_t i = 0; i < missing.size(); ++i) {
    error += (i == 0 ? "" : ", ") + missing[i];
  }
  return failure(error);
}

void internalize_module(llvm::Module &module, const std::vector<SourceKernel> &kernels) {
  llvm::SmallPtrSet<const llvm::GlobalValue *, 16> kept;
  for (const SourceKernel &kernel : kernels) {
    kept.insert(kernel.function);
    kernel.function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  for (llvm::GlobalValue &value : module.global_values()) {
    if (value.isDeclaration() || value.getName().starts_with("llvm.")) {
      continue;
    }
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    value.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
    if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(&value)) {
      object->setComdat(nullptr);
      object->setSection("");
    }
    if (!kept.contains(&value)) {
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  // These lists prevent the removal of unused globals.
  for (const char *name : {"llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable *list = module.getNamedGlobal(name)) {
      list->eraseFromParent();
    }
  }
  run_module_pass(module, llvm::GlobalDCEPass());
}

void mangle_global_names(llvm::Module &module) {
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (variable.hasLocalLinkage()) {
      // A dot cannot be part of a name in C.
      variable.setName("data." + variable.getName());
    }
  }
}

llvm::Error check_recursion(const std::vector<SourceKernel> &kernels) {
  CallOrder order;
  for (const SourceKernel &kernel : kernels) {
    if (const llvm::Function *function = order.add(*kernel.function)) {
      return failure("the function '" + function->getName().str() +
                     "' calls itself; OpenCL C does not allow recursion");
    }
  }
  return llvm::Error::success();
}

llvm::Error choose_inlining(std::vector<SourceKernel> &kernels) {
  copy_called_kernels(kernels);
  CallOrder order = order_of_calls(kernels);
  choose_called_functions(kernels, order);
  return check_inlined_size(kernels, order);
}

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

void infer_memory_effects(llvm::Module &module) {
  if (llvm::any_of(module, is_kept)) {
    run_module_pass(
        module, llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
  }
}

}  // namespace mux::compiler
