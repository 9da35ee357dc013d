#include "codegen/optimize/recognize_atomic_rmw.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "codegen/ir/retried_exchange.h"

namespace mux::compiler {

namespace {

using Operation = llvm::AtomicRMWInst::BinOp;

Operation atomic_operation_of(const llvm::Instruction &calculation) {
  switch (calculation.getOpcode()) {
    case llvm::Instruction::FAdd:
      return Operation::FAdd;
    case llvm::Instruction::FSub:
      return Operation::FSub;
    case llvm::Instruction::Add:
      return Operation::Add;
    case llvm::Instruction::Sub:
      return Operation::Sub;
    case llvm::Instruction::And:
      return Operation::And;
    case llvm::Instruction::Or:
      return Operation::Or;
    case llvm::Instruction::Xor:
      return Operation::Xor;
    default:
      break;
  }
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&calculation);
  switch (call == nullptr ? llvm::Intrinsic::not_intrinsic : call->getIntrinsicID()) {
    case llvm::Intrinsic::maxnum:
      return Operation::FMax;
    case llvm::Intrinsic::minnum:
      return Operation::FMin;
    case llvm::Intrinsic::smax:
      return Operation::Max;
    case llvm::Intrinsic::smin:
      return Operation::Min;
    case llvm::Intrinsic::umax:
      return Operation::UMax;
    case llvm::Intrinsic::umin:
      return Operation::UMin;
    default:
      return Operation::BAD_BINOP;
  }
}

bool is_subtraction(Operation operation) {
  return operation == Operation::Sub || operation == Operation::FSub;
}

/// An update in a single-block compare-exchange loop that does nothing else.
struct Update {
  const llvm::Loop *loop = nullptr;
  RetriedExchange retried;
  Operation operation = Operation::BAD_BINOP;
  llvm::Value *operand = nullptr;
  /// The users of the exchange outside the loop.
  llvm::SmallVector<llvm::Instruction *, 2> parts;
};

bool is_exchange_only(const llvm::Loop &loop, const RetriedExchange &retried) {
  return loop.getNumBlocks() == 1 && loop.getExitBlock() != nullptr &&
         loop.isLoopInvariant(retried.exchange->getPointerOperand()) &&
         llvm::all_of(*loop.getHeader(), [&](const llvm::Instruction &instruction) {
           return &instruction == retried.exchange || &instruction == retried.expected ||
                  (!instruction.mayReadOrWriteMemory() && !instruction.mayThrow() &&
                   !llvm::isa<llvm::PHINode>(instruction));
         });
}

/// Finds the users of the exchange outside the loop.
/// @return false if a value other than the old one is used there.
bool find_parts(Update &update) {
  for (llvm::Instruction &instruction : *update.loop->getHeader()) {
    for (llvm::User *user : instruction.users()) {
      auto *behind = llvm::cast<llvm::Instruction>(user);
      if (update.loop->contains(behind) || update.retried.is_old(instruction)) {
        continue;
      }
      if (&instruction != update.retried.exchange || !update.retried.is_old(*behind)) {
        return false;
      }
      update.parts.push_back(behind);
    }
  }
  return true;
}

/// Finds the operation that computes the new value from the old one, which must have the same size.
bool find_operation(Update &update) {
  llvm::Value *next = update.retried.exchange->getNewValOperand();
  const auto bits = next->getType()->getPrimitiveSizeInBits();
  auto *calculation = llvm::dyn_cast<llvm::Instruction>(without_bit_casts(next));
  update.operation =
      calculation == nullptr ? Operation::BAD_BINOP : atomic_operation_of(*calculation);
  if (update.operation == Operation::BAD_BINOP || calculation->getType()->isVectorTy() ||
      calculation->getType()->getPrimitiveSizeInBits() != bits) {
    return false;
  }
  const auto is_old = [&](unsigned operand) {
    return without_bit_casts(calculation->getOperand(operand)) == update.retried.expected;
  };
  const unsigned own = is_old(0) ? 0 : 1;
  update.operand = calculation->getOperand(1 - own);
  return is_old(own) && update.loop->isLoopInvariant(update.operand) &&
         (own == 0 || !is_subtraction(update.operation));
}

std::optional<Update> find_update(const llvm::Loop &loop) {
  const std::optional<RetriedExchange> retried = find_retried_exchange(loop);
  if (!retried.has_value() || retried->exchange->isWeak() || !is_exchange_only(loop, *retried)) {
    return std::nullopt;
  }
  Update update;
  update.loop = &loop;
  update.retried = *retried;
  return find_parts(update) && find_operation(update) ? std::optional(update) : std::nullopt;
}

void replace(Update &update) {
  llvm::BasicBlock &block = *update.loop->getHeader();
  llvm::BasicBlock *exit = update.loop->getExitBlock();
  llvm::AtomicCmpXchgInst &exchange = *update.retried.exchange;
  llvm::SmallVector<llvm::Instruction *, 16> replaced;
  for (llvm::Instruction &instruction : block) {
    replaced.push_back(&instruction);
  }
  replaced.append(update.parts);
  llvm::IRBuilder<> builder(&block);
  llvm::AtomicRMWInst *before = builder.CreateAtomicRMW(
      update.operation, exchange.getPointerOperand(), update.operand, exchange.getAlign(),
      exchange.getMergedOrdering(), exchange.getSyncScopeID());
  before->setVolatile(exchange.isVolatile());
  for (llvm::Instruction *instruction : llvm::reverse(replaced)) {
    if (!instruction->use_empty()) {
      instruction->replaceAllUsesWith(update.retried.is_old(*instruction)
                                          ? builder.CreateBitCast(before, instruction->getType())
                                          : llvm::PoisonValue::get(instruction->getType()));
    }
    instruction->eraseFromParent();
  }
  builder.CreateBr(exit);
}

bool is_exchange(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
}

void recognize_updates(llvm::Function &function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    // One at a time: the result of one loop may be the operand of the next.
    if (std::optional<Update> update = find_update(*loop)) {
      replace(*update);
    }
  }
}

}  // namespace

void recognize_atomic_rmw(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (llvm::any_of(llvm::instructions(function), is_exchange)) {
      recognize_updates(function);
    }
  }
}

}  // namespace mux::compiler
