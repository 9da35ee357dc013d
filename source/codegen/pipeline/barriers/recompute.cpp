#include "codegen/pipeline/barriers/recompute.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace mux::compiler {

namespace {

/// Limit of the instructions to recompute. The alternative is a load, a store and a cache line.
constexpr unsigned most_recomputed_instructions = 12;

/// Whether an instruction gives the same result wherever it is executed, and may be speculated.
bool can_move(const llvm::Instruction &instruction) {
  // Two freezes of one poison value may differ.
  return !llvm::isa<llvm::PHINode>(instruction) && !llvm::isa<llvm::FreezeInst>(instruction) &&
         !llvm::isa<llvm::AllocaInst>(instruction) && !instruction.mayReadOrWriteMemory() &&
         llvm::isSafeToSpeculativelyExecute(&instruction);
}

/// Number of instructions that compute the value; nothing, without looking further, if it exceeds
/// `allowed`.
std::optional<unsigned> cost(const llvm::Instruction &value, unsigned allowed) {
  if (allowed == 0 || !can_move(value)) {
    return std::nullopt;
  }
  unsigned total = 1;
  for (const llvm::Value *operand : value.operands()) {
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(operand)) {
      const std::optional<unsigned> more = cost(*instruction, allowed - total);
      if (!more.has_value()) {
        return std::nullopt;
      }
      total += *more;
    }
  }
  return total;
}

}  // namespace

bool is_cheap_to_recompute(const llvm::Instruction &value) {
  return cost(value, most_recomputed_instructions).has_value();
}

llvm::Value *recompute(llvm::IRBuilder<> &builder, llvm::Instruction &value,
                       llvm::ValueToValueMapTy &done) {
  const auto found = done.find(&value);
  if (found != done.end()) {
    return found->second;
  }
  llvm::Instruction *copy = value.clone();
  for (llvm::Use &operand : copy->operands()) {
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(operand.get())) {
      operand.set(recompute(builder, *instruction, done));
    }
  }
  builder.Insert(copy, value.getName());
  done[&value] = copy;
  return copy;
}

}  // namespace mux::compiler
