#include "codegen/pipeline/lower/specialize_arguments.h"

#include <llvm/IR/Constants.h>

namespace mux::compiler {

void specialize_arguments(const SourceKernel &kernel) {
  for (const FixedArgument &fixed : kernel.fixed_arguments) {
    llvm::Argument *argument = kernel.function->getArg(fixed.index);
    llvm::Type *type = argument->getType();
    const llvm::APInt bits(type->getPrimitiveSizeInBits(), fixed.bits);
    argument->replaceAllUsesWith(
        type->isIntegerTy()
            ? static_cast<llvm::Constant *>(llvm::ConstantInt::get(type, bits))
            : llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), bits)));
  }
}

}  // namespace mux::compiler
