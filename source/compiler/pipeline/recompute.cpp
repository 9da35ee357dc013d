#include "compiler/pipeline/recompute.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

namespace {

/// A load and a store of the value would be two instructions and a cache line.
constexpr unsigned most_instructions = 12;
constexpr unsigned too_many = most_instructions + 1;

/// Instructions that give the same result wherever they run, and may run anywhere.
bool can_move(const llvm::Instruction &instruction) {
  // A frozen value may come out differently each time.
  return !llvm::isa<llvm::PHINode>(instruction) && !llvm::isa<llvm::FreezeInst>(instruction) &&
         !llvm::isa<llvm::AllocaInst>(instruction) && !instruction.mayReadOrWriteMemory() &&
         llvm::isSafeToSpeculativelyExecute(&instruction);
}

}  // namespace

bool Recomputation::is_cheap(const llvm::Instruction &value) {
  return cost(value) < too_many;
}

unsigned Recomputation::cost(const llvm::Instruction &value) {
  const auto known = costs_.find(&value);
  if (known != costs_.end()) {
    return known->second;
  }
  // What is asked for again while it is being worked out lies on a cycle, in unreachable code.
  costs_[&value] = too_many;
  if (!can_move(value)) {
    return too_many;
  }
  unsigned total = 1;
  for (const llvm::Value *operand : value.operands()) {
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(operand)) {
      total += cost(*instruction);
    }
    if (total >= too_many) {
      return too_many;
    }
  }
  costs_[&value] = total;
  return total;
}

llvm::Value *Recomputation::emit(llvm::IRBuilder<> &builder, llvm::Instruction &value,
                                 llvm::ValueToValueMapTy &done) {
  const auto found = done.find(&value);
  if (found != done.end()) {
    return found->second;
  }
  llvm::Instruction *copy = value.clone();
  for (llvm::Use &operand : copy->operands()) {
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(operand.get())) {
      operand.set(emit(builder, *instruction, done));
    }
  }
  builder.Insert(copy, value.getName());
  done[&value] = copy;
  return copy;
}

}  // namespace mux::compiler
