#include "codegen/vectorize/widen/instructions/widen_instruction.h"

#include <llvm/IR/Instructions.h>

#include "codegen/ir/annotation_calls.h"
#include "codegen/vectorize/accesses/access_plan.h"
#include "codegen/vectorize/widen/instructions/keep_scalar.h"
#include "codegen/vectorize/widen/instructions/widen_arithmetic.h"
#include "codegen/vectorize/widen/instructions/widen_calls.h"
#include "codegen/vectorize/widen/memory/serialize.h"
#include "codegen/vectorize/widen/memory/widen_memory.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

void widen_instruction(Widener &widener, llvm::Instruction &instruction) {
  if (const Access *access = widener.plan().find(instruction)) {
    return widen_access(widener, *access);
  }
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    return widen_variable(widener, *variable);
  }
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    return keep_scalar(widener, instruction);
  }
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    if (is_annotation_call(*call) || widen_call(widener, *call)) {
      return;
    }
  }
  if (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory()) {
    return serialize(widener, instruction);
  }
  if (!widener.shape(instruction).is_varying()) {
    return keep_scalar(widener, instruction);
  }
  if (!widen_arithmetic(widener, instruction)) {
    serialize(widener, instruction);
  }
}

}  // namespace mux::compiler
