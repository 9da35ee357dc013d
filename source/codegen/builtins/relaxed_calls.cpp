#include "codegen/builtins/relaxed_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "codegen/builtins/signature.h"

namespace mux::compiler::builtins {

namespace {

struct RelaxedFunction {
  std::string_view name;
  std::string_view relaxed;
};

constexpr RelaxedFunction relaxed_functions[] = {
    {"cos", "native_cos"},   {"exp", "native_exp"},      {"exp10", "native_exp10"},
    {"exp2", "native_exp2"}, {"log", "native_log"},      {"log10", "native_log10"},
    {"log2", "native_log2"}, {"pow", "mux_relaxed_pow"}, {"pown", "mux_relaxed_pown"},
    {"powr", "native_powr"}, {"sin", "native_sin"},      {"sincos", "mux_relaxed_sincos"},
};

/// The signature of the less precise function; nothing if there is none.
std::optional<Signature> relaxed_signature(const llvm::Function &function) {
  std::optional<Signature> signature = parse_signature(std::string_view(function.getName()));
  if (!signature || signature->parameters.empty() ||
      signature->parameters[0].element != Element::float32) {
    return std::nullopt;
  }
  const auto *found = std::find_if(
      std::begin(relaxed_functions), std::end(relaxed_functions),
      [&signature](const RelaxedFunction &each) { return each.name == signature->name; });
  if (found == std::end(relaxed_functions)) {
    return std::nullopt;
  }
  signature->name = found->relaxed;
  return signature;
}

bool may_be_approximated(const llvm::User &user) {
  return llvm::isa<llvm::CallInst>(user) && llvm::isa<llvm::FPMathOperator>(user) &&
         llvm::cast<llvm::FPMathOperator>(user).hasApproxFunc();
}

/// Declares the replacement with the type and attributes of `like`. NULL if the name stands for
/// something else.
llvm::Function *declare(const Signature &signature, llvm::Function &like) {
  auto *function = llvm::dyn_cast<llvm::Function>(
      like.getParent()->getOrInsertFunction(mangle(signature), like.getFunctionType()).getCallee());
  if (function == nullptr || function->getFunctionType() != like.getFunctionType()) {
    return nullptr;
  }
  if (function->isDeclaration()) {
    function->setCallingConv(like.getCallingConv());
    function->setAttributes(like.getAttributes());
  }
  return function;
}

}  // namespace

void relax_calls(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) {
      continue;
    }
    const std::optional<Signature> signature = relaxed_signature(function);
    llvm::Function *relaxed = signature ? declare(*signature, function) : nullptr;
    if (relaxed == nullptr) {
      continue;
    }
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      if (may_be_approximated(*user)) {
        llvm::cast<llvm::CallInst>(user)->setCalledFunction(relaxed);
      }
    }
    if (relaxed->use_empty() && relaxed->isDeclaration()) {
      relaxed->eraseFromParent();
    }
  }
}

}  // namespace mux::compiler::builtins
