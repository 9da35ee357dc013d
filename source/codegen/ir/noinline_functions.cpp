#include "codegen/ir/noinline_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler {

namespace {

constexpr const char *noinline_attribute = "mux-kept";

}  // namespace

void mark_noinline(llvm::Function &function) {
  function.removeFnAttr(llvm::Attribute::AlwaysInline);
  function.removeFnAttr(llvm::Attribute::InlineHint);
  function.addFnAttr(llvm::Attribute::NoInline);
  function.addFnAttr(noinline_attribute);
}

bool is_kept(const llvm::Function &function) {
  return function.hasFnAttribute(noinline_attribute);
}

bool calls_noinline_functions(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    const llvm::Function *callee = called_function(instruction);
    return callee != nullptr && is_kept(*callee);
  });
}

}  // namespace mux::compiler
