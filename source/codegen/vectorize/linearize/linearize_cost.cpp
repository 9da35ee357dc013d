#include "codegen/vectorize/linearize/linearize_cost.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/vectorize/packet/tuning.h"

namespace mux::compiler {

namespace {

bool is_one_instruction(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
    case llvm::Intrinsic::abs:
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::umin:
      return true;
    default:
      return false;
  }
}

unsigned cost_of(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::PHI:
      return 0;
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem:
      return tuning::branch_cost;
    case llvm::Instruction::Call: {
      const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      const bool is_cheap = intrinsic != nullptr && is_one_instruction(intrinsic->getIntrinsicID());
      return is_cheap ? 1 : tuning::branch_cost;
    }
    default:
      return instruction.isTerminator() ? 0 : 1;
  }
}

bool may_run_under_empty_mask(const llvm::Instruction &instruction) {
  return instruction.isTerminator() ||
         (!instruction.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&instruction));
}

}  // namespace

bool is_worth_skipping(const llvm::BasicBlock &block) {
  unsigned cost = 0;
  for (const llvm::Instruction &instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.isDebugOrPseudoInst()) {
      continue;
    }
    cost += cost_of(instruction);
    if (!may_run_under_empty_mask(instruction) || cost >= tuning::branch_cost) {
      return true;
    }
  }
  return false;
}

}  // namespace mux::compiler
