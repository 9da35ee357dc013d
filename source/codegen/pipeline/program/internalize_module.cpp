#include "codegen/pipeline/program/internalize_module.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "codegen/optimize/run_module_pass.h"

namespace mux::compiler {

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

}  // namespace mux::compiler
