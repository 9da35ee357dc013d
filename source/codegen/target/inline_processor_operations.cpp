#include "codegen/target/inline_processor_operations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "codegen/target/operation_forms.h"

namespace mux::compiler {

void inline_processor_operations(llvm::Module &module) {
  llvm::removeFromUsedLists(module, [](llvm::Constant *constant) {
    const auto *function = llvm::dyn_cast<llvm::Function>(constant->stripPointerCasts());
    return function != nullptr && operation_of(*function) != nullptr;
  });
  for (llvm::Function &form : llvm::make_early_inc_range(module)) {
    if (operation_of(form) == nullptr) {
      continue;
    }
    // The lists are erased, but not the constants in them.
    form.removeDeadConstantUsers();
    for (llvm::User *user : llvm::make_early_inc_range(form.users())) {
      llvm::InlineFunctionInfo information;
      llvm::InlineFunction(*llvm::cast<llvm::CallInst>(user), information);
    }
    form.eraseFromParent();
  }
}

}  // namespace mux::compiler
