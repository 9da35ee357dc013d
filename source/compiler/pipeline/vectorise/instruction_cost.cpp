#include "compiler/pipeline/vectorise/instruction_cost.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

#include "compiler/pipeline/local_atomics.h"
#include "compiler/pipeline/processor_operations.h"
#include "compiler/pipeline/vectorise/lanes.h"
#include "compiler/pipeline/vectorise/tuning.h"

namespace mux::compiler {

BlockWeights::BlockWeights(llvm::Function &function)
    : dominators_(function),
      loops_(dominators_),
      assumptions_(function),
      library_(llvm::Triple(function.getParent()->getTargetTriple())),
      library_of_function_(library_),
      evolution_(function, library_of_function_, assumptions_, dominators_, loops_) {}

double BlockWeights::rounds(const llvm::Loop &loop) {
  unsigned count = evolution_.getSmallConstantTripCount(&loop);
  if (count == 0) {
    return tuning::most_rounds;
  }
  // What decides at the head of a loop runs once more than the rest.
  const llvm::BasicBlock *exiting = loop.getExitingBlock();
  if (count > 1 && exiting == loop.getHeader() && exiting != loop.getLoopLatch()) {
    --count;
  }
  return std::min(count, tuning::most_rounds);
}

double BlockWeights::of(const llvm::BasicBlock &block) {
  double weight = 1;
  unsigned depth = 0;
  for (const llvm::Loop *loop = loops_.getLoopFor(&block);
       loop != nullptr && depth < tuning::deepest_loop; loop = loop->getParentLoop()) {
    weight *= rounds(*loop);
    ++depth;
  }
  return weight;
}

bool is_runtime_call(const llvm::Instruction &instruction) {
  const auto *called = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return called != nullptr && !llvm::isa<llvm::IntrinsicInst>(called) &&
         !is_operation_call(*called) && !is_lane_call(*called, LaneFunction::any) &&
         !is_lane_call(*called, LaneFunction::all) && !is_lane_call(*called, LaneFunction::few) &&
         !is_lane_call(*called, LaneFunction::mask);
}

llvm::Type *handled_type(const llvm::Instruction &instruction) {
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store == nullptr ? instruction.getType() : store->getValueOperand()->getType();
}

bool is_free(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::CastInst>(instruction) ||
         llvm::isa<llvm::GetElementPtrInst>(instruction) || instruction.isTerminator() ||
         llvm::isa<llvm::AllocaInst>(instruction) ||
         is_lane_call(instruction, LaneFunction::mask) ||
         is_lane_call(instruction, LaneFunction::any) ||
         is_lane_call(instruction, LaneFunction::all) ||
         llvm::isa<llvm::DbgInfoIntrinsic>(instruction);
}

bool is_operand_in_memory(const llvm::Instruction &instruction) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load == nullptr || !load->isSimple() || !load->hasOneUse()) {
    return false;
  }
  const auto *user = llvm::dyn_cast<llvm::BinaryOperator>(load->user_back());
  if (user == nullptr || user->getParent() != load->getParent()) {
    return false;
  }
  // There is one such operand, the last one.
  return user->getOperand(1) == load || !llvm::isa<llvm::LoadInst>(user->getOperand(1));
}

double cost_alone(const llvm::Instruction &instruction) {
  if (is_free(instruction) || is_operand_in_memory(instruction)) {
    return 0;
  }
  if (instruction.isAtomic()) {
    return is_local_access(instruction) ? tuning::local_atomic : tuning::global_atomic;
  }
  if (is_runtime_call(instruction)) {
    return tuning::call;
  }
  const uint64_t bits = handled_type(instruction)->getPrimitiveSizeInBits().getKnownMinValue();
  return static_cast<double>(
      std::max<uint64_t>(1, (bits + tuning::bits_at_once - 1) / tuning::bits_at_once));
}

}  // namespace mux::compiler
