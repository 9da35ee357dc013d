#include "codegen/spirv/instructions/fast_math.h"

#include <llvm/IR/Operator.h>

namespace mux::compiler::spirv {

llvm::Value *with_fast_math(const Body &body, const Instruction &instruction, llvm::Value *value) {
  const DecorationOfId *decoration =
      body.context.source.decoration(instruction.result, Decoration::FPFastMathMode);
  auto *operation = llvm::dyn_cast<llvm::Instruction>(value);
  if (decoration == nullptr || operation == nullptr || !llvm::isa<llvm::FPMathOperator>(value)) {
    return value;
  }
  const auto has = [mode = decoration->parameters[0]](FPFastMathMode bit) {
    return (mode & static_cast<uint32_t>(bit)) != 0;
  };
  llvm::FastMathFlags flags;
  if (has(FPFastMathMode::Fast)) {
    flags.setFast();
  }
  flags.setNoNaNs(flags.noNaNs() || has(FPFastMathMode::NotNaN));
  flags.setNoInfs(flags.noInfs() || has(FPFastMathMode::NotInf));
  flags.setNoSignedZeros(flags.noSignedZeros() || has(FPFastMathMode::NSZ));
  flags.setAllowReciprocal(flags.allowReciprocal() || has(FPFastMathMode::AllowRecip));
  flags.setAllowContract(flags.allowContract() || has(FPFastMathMode::AllowContractFastINTEL));
  flags.setAllowReassoc(flags.allowReassoc() || has(FPFastMathMode::AllowReassocINTEL));
  operation->setFastMathFlags(flags);
  return value;
}

}  // namespace mux::compiler::spirv
