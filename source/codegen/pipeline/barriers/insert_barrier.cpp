#include "codegen/pipeline/barriers/insert_barrier.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler {

llvm::CallInst *insert_barrier(llvm::BasicBlock::iterator place) {
  llvm::IRBuilder<> builder(place->getParent(), place);
  llvm::Function *barrier =
      declare_function(*place->getModule(), "_Z7barrierj",
                       llvm::FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty()}, false));
  if (barrier == nullptr) {
    return nullptr;
  }
  constexpr unsigned local_fence = 1;
  llvm::CallInst *call = builder.CreateCall(barrier, {builder.getInt32(local_fence)});
  call->setConvergent();
  call->setDoesNotThrow();
  return call;
}

}  // namespace mux::compiler
