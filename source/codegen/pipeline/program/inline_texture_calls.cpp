#include "codegen/pipeline/program/inline_texture_calls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/ir/builtin_attribute.h"
#include "codegen/ir/function_calls.h"

namespace mux::compiler {

namespace {

/// Whether a function is one of texture_known.inc and the files before it. Names are mangled.
bool is_texture_function(const llvm::Function *function) {
  if (function == nullptr || function->isDeclaration() ||
      !function->hasFnAttribute(builtin_attribute)) {
    return false;
  }
  const llvm::StringRef name = function->getName();
  return name.contains("mux_texture_") && name.contains("known");
}

/// Inlines the calls in a function, and those that appear.
void inline_calls(llvm::Function &function) {
  llvm::SmallVector<llvm::CallBase *> pending;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && is_texture_function(called_function(*call))) {
      pending.push_back(call);
    }
  }
  // In reverse order: inlining splits the call's block and moves what follows the call.
  while (!pending.empty()) {
    llvm::CallBase &call = *pending.pop_back_val();
    llvm::InlineFunctionInfo inlined;
    if (!llvm::InlineFunction(call, inlined).isSuccess()) {
      continue;
    }
    for (llvm::CallBase *inner : inlined.InlinedCallSites) {
      if (is_texture_function(called_function(*inner))) {
        pending.push_back(inner);
      }
    }
  }
}

}  // namespace

void inline_texture_calls(llvm::ArrayRef<llvm::Function *> functions) {
  for (llvm::Function *function : functions) {
    if (!function->hasFnAttribute(builtin_attribute)) {
      inline_calls(*function);
    }
  }
}

}  // namespace mux::compiler
