#include "codegen/pipeline/program/infer_memory_effects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>

#include "codegen/ir/noinline_functions.h"
#include "codegen/optimize/run_module_pass.h"

namespace mux::compiler {

void infer_memory_effects(llvm::Module &module) {
  if (llvm::any_of(module, is_kept)) {
    run_module_pass(
        module, llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
  }
}

}  // namespace mux::compiler
