#include "codegen/pipeline/program/guard_division.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace mux::compiler {

namespace {

bool is_signed(const llvm::BinaryOperator &division) {
  return division.getOpcode() == llvm::Instruction::SDiv ||
         division.getOpcode() == llvm::Instruction::SRem;
}

/// Whether the divisor is a constant that cannot trap, as in `x / 10`.
bool is_harmless(const llvm::BinaryOperator &division) {
  const auto *divisor = llvm::dyn_cast<llvm::Constant>(division.getOperand(1));
  if (divisor == nullptr) {
    return false;
  }
  const auto lane_is_harmless = [&](const llvm::Constant *lane) {
    const auto *constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(lane);
    return constant != nullptr && !constant->isZero() &&
           !(is_signed(division) && constant->isMinusOne());
  };
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(divisor->getType());
  if (vector == nullptr) {
    return lane_is_harmless(divisor);
  }
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    if (!lane_is_harmless(divisor->getAggregateElement(lane))) {
      return false;
    }
  }
  return true;
}

void guard(llvm::BinaryOperator &division) {
  llvm::IRBuilder<> builder(&division);
  llvm::Type *type = division.getType();
  // Frozen, since the comparison and the division must see the same value.
  llvm::Value *divisor = builder.CreateFreeze(division.getOperand(1));
  llvm::Value *traps = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (is_signed(division)) {
    const unsigned bits = type->getScalarSizeInBits();
    llvm::Value *dividend = builder.CreateFreeze(division.getOperand(0));
    division.setOperand(0, dividend);
    llvm::Value *smallest = builder.CreateICmpEQ(
        dividend, llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits)));
    llvm::Value *minus_one = builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type));
    traps = builder.CreateOr(traps, builder.CreateAnd(smallest, minus_one));
  }
  division.setOperand(1, builder.CreateSelect(traps, llvm::ConstantInt::get(type, 1), divisor));
  // `exact` holds for the original divisor only.
  if (llvm::isa<llvm::PossiblyExactOperator>(division)) {
    division.setIsExact(false);
  }
}

}  // namespace

void guard_division(llvm::Function &function) {
  llvm::SmallVector<llvm::BinaryOperator *> divisions;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (instruction.isIntDivRem()) {
      auto *division = llvm::cast<llvm::BinaryOperator>(&instruction);
      if (!is_harmless(*division)) {
        divisions.push_back(division);
      }
    }
  }
  for (llvm::BinaryOperator *division : divisions) {
    guard(*division);
  }
}

}  // namespace mux::compiler
