#include "codegen/builtins/constant_queries.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

namespace mux::compiler::builtins {

namespace {

constexpr llvm::StringLiteral constant_query_prefix = "mux_is_constant_";

}  // namespace

bool resolve_constant_query(llvm::Function &declaration) {
  if (!declaration.getName().starts_with(constant_query_prefix) || declaration.arg_size() != 1 ||
      !declaration.getReturnType()->isIntegerTy()) {
    return false;
  }
  for (llvm::User *user : llvm::make_early_inc_range(declaration.users())) {
    auto *call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call);
    llvm::Value *argument = call->getArgOperand(0);
    llvm::Value *answer =
        builder.CreateIntrinsic(llvm::Intrinsic::is_constant, {argument->getType()}, {argument});
    call->replaceAllUsesWith(builder.CreateZExt(answer, call->getType()));
    call->eraseFromParent();
  }
  declaration.eraseFromParent();
  return true;
}

}  // namespace mux::compiler::builtins
