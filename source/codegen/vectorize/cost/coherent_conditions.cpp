#include "codegen/vectorize/cost/coherent_conditions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/vectorize/analysis/shapes.h"

namespace mux::compiler {

namespace {

constexpr unsigned most_condition_operations = 8;

/// Strips one uniform addend from a value: the step of an induction variable, or an operand of an
/// addition or subtraction. The minimum or maximum of a value and a uniform one is taken for the
/// former, since that is true for all but a few lanes. Returns NULL if there is no uniform addend.
const llvm::Value *strip_uniform_addend(const llvm::Value &value, const Shapes &shapes) {
  const auto is_uniform = [&](const llvm::Value *each) { return shapes.of(*each).is_uniform(); };
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    const llvm::Value *start = nullptr;
    for (const llvm::Value *incoming : phi->incoming_values()) {
      const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(incoming);
      if (step != nullptr && step->getOpcode() == llvm::Instruction::Add &&
          step->getOperand(0) == phi && is_uniform(step->getOperand(1))) {
        continue;
      }
      if (start != nullptr && start != incoming) {
        return nullptr;
      }
      start = incoming;
    }
    return start;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || instruction->getNumOperands() < 2) {
    return nullptr;
  }
  const bool adds = instruction->getOpcode() == llvm::Instruction::Add ||
                    llvm::isa<llvm::MinMaxIntrinsic>(instruction);
  if ((adds || instruction->getOpcode() == llvm::Instruction::Sub) &&
      is_uniform(instruction->getOperand(1))) {
    return instruction->getOperand(0);
  }
  return adds && is_uniform(instruction->getOperand(0)) ? instruction->getOperand(1) : nullptr;
}

/// Whether the difference of two values is uniform, if nothing wraps.
bool have_uniform_difference(const llvm::Value &first, const llvm::Value &second,
                             const Shapes &shapes, unsigned depth = most_condition_operations) {
  const Shape shape = shapes.of(first);
  if (&first == &second || (!shape.is_varying() && shape == shapes.of(second))) {
    return true;
  }
  if (depth == 0) {
    return false;
  }
  if (const llvm::Value *without = strip_uniform_addend(first, shapes)) {
    return have_uniform_difference(*without, second, shapes, depth - 1);
  }
  if (const llvm::Value *without = strip_uniform_addend(second, shapes)) {
    return have_uniform_difference(first, *without, shapes, depth - 1);
  }
  const auto *one = llvm::dyn_cast<llvm::Instruction>(&first);
  const auto *other = llvm::dyn_cast<llvm::Instruction>(&second);
  if (one == nullptr || other == nullptr || one->getOpcode() != other->getOpcode()) {
    return false;
  }
  const auto operands_differ = [&](unsigned i, unsigned k) {
    return have_uniform_difference(*one->getOperand(i), *other->getOperand(k), shapes, depth - 1);
  };
  const auto is_same_factor = [&](unsigned i, unsigned k) {
    return one->getOperand(i) == other->getOperand(k) &&
           shapes.of(*one->getOperand(i)).is_uniform();
  };
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(one)) {
    return operands_differ(0, 0);
  }
  switch (one->getOpcode()) {
    case llvm::Instruction::Add:
      return (operands_differ(0, 0) && operands_differ(1, 1)) ||
             (operands_differ(0, 1) && operands_differ(1, 0));
    case llvm::Instruction::Mul:
      return (is_same_factor(0, 0) && operands_differ(1, 1)) ||
             (is_same_factor(1, 1) && operands_differ(0, 0)) ||
             (is_same_factor(0, 1) && operands_differ(1, 0)) ||
             (is_same_factor(1, 0) && operands_differ(0, 1));
    case llvm::Instruction::Shl:
      return is_same_factor(1, 1) && operands_differ(0, 0);
    default:
      return false;
  }
}

bool is_coherent_condition(const llvm::Value &condition, const Shapes &shapes,
                           llvm::SmallPtrSetImpl<const llvm::Value *> &seen) {
  if (!shapes.of(condition).is_varying() || !seen.insert(&condition).second) {
    return true;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&condition);
  if (instruction == nullptr) {
    return true;
  }
  if (const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(instruction)) {
    const llvm::Value &left = *comparison->getOperand(0);
    const llvm::Value &right = *comparison->getOperand(1);
    return (!shapes.of(left).is_varying() && !shapes.of(right).is_varying()) ||
           have_uniform_difference(left, right, shapes);
  }
  const bool joins = instruction->getType()->isIntegerTy(1) &&
                     (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(instruction) ||
                      instruction->isBitwiseLogicOp());
  return joins && llvm::all_of(instruction->operand_values(), [&](const llvm::Value *operand) {
           return is_coherent_condition(*operand, shapes, seen);
         });
}

}  // namespace

bool is_coherent_condition(const llvm::Value &condition, const Shapes &shapes) {
  llvm::SmallPtrSet<const llvm::Value *, 8> seen;
  return is_coherent_condition(condition, shapes, seen);
}

}  // namespace mux::compiler
