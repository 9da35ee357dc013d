#include "codegen/vectorize/cost/nearby_lanes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cstdlib>

#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

/// Maximum stride in elements for which adjacent lanes access the same few cache lines.
constexpr int64_t largest_lane_step = 4;
/// Maximum number of values that are visited per address.
constexpr size_t most_examined = 64;

/// Whether the result of an instruction has a small stride if its operands do: sums, minima,
/// maxima, extensions and truncations.
bool keeps_near(const llvm::Instruction &instruction) {
  const auto *disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
  return instruction.getOpcode() == llvm::Instruction::Add ||
         instruction.getOpcode() == llvm::Instruction::Sub ||
         (disjoint != nullptr && disjoint->isDisjoint()) ||
         llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst,
                   llvm::MinMaxIntrinsic>(instruction);
}

}  // namespace

bool NearbyLanes::are_near(const llvm::Value &pointer) {
  return is_near(pointer, 1);
}

bool NearbyLanes::is_near(const llvm::Value &value, int64_t unit) {
  const Shape shape = shapes_.of(value);
  const int64_t largest = largest_lane_step * size_;
  if (shape.is_uniform() || std::abs(unit) > largest) {
    return shape.is_uniform();
  }
  if (shape.is_strided()) {
    return std::abs(shape.stride) <= largest / std::max<int64_t>(std::abs(unit), 1);
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) {
    return false;
  }
  // A cyclic use is assumed to be near; its other inputs are checked separately.
  if (!asked_.insert({instruction, unit}).second) {
    return true;
  }
  if (asked_.size() > most_examined) {
    return false;
  }
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
    return llvm::all_of(phi->incoming_values(),
                        [&](const llvm::Use &incoming) { return is_near(*incoming.get(), unit); });
  }
  if (const auto *choice = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
    return is_near(*choice->getTrueValue(), unit) && is_near(*choice->getFalseValue(), unit);
  }
  return is_near_sum(*instruction, unit);
}

bool NearbyLanes::is_near_sum(const llvm::Instruction &instruction, int64_t unit) {
  using namespace llvm::PatternMatch;
  if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    const llvm::DataLayout &layout = address->getModule()->getDataLayout();
    const auto step =
        static_cast<int64_t>(layout.getTypeAllocSize(address->getResultElementType()));
    return address->getNumIndices() == 1 && is_near(*address->getPointerOperand(), unit) &&
           is_near(*address->getOperand(1), unit * step);
  }
  const llvm::Value *factor = nullptr;
  const llvm::APInt *constant = nullptr;
  if (match(&instruction, m_Mul(m_Value(factor), m_APInt(constant))) &&
      constant->getSignificantBits() <= 32) {
    return is_near(*factor, unit * constant->getSExtValue());
  }
  if (match(&instruction, m_Shl(m_Value(factor), m_APInt(constant))) && constant->ult(16)) {
    return is_near(*factor, unit << constant->getZExtValue());
  }
  return keeps_near(instruction) &&
         llvm::all_of(instruction.operands(), [&](const llvm::Use &operand) {
           return !operand->getType()->isIntegerTy() || is_near(*operand.get(), unit);
         });
}

}  // namespace mux::compiler
