#include "codegen/vectorize/analysis/index_range.h"

#include <llvm/ADT/bit.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "codegen/ir/recorded_local_size.h"
#include "codegen/ir/sub_group_functions.h"
#include "compiler/interface/vector_width.h"

namespace mux::compiler {

namespace {

constexpr unsigned most_operations = 6;

llvm::ConstantRange small_range() {
  return llvm::ConstantRange(llvm::APInt(64, 0), llvm::APInt(64, uint64_t{1} << 31));
}

constexpr llvm::StringLiteral large_ids_attribute = "mux.large-ids";

bool is_lane_index(const llvm::Value &value) {
  const std::optional<SubGroupCall> call = sub_group_call(value);
  return call && call->function == SubGroupFunction::lane;
}

}  // namespace

void allow_large_ids(llvm::Function &work_item_function) {
  work_item_function.addFnAttr(large_ids_attribute);
}

IndexRanges::IndexRanges(llvm::Function &work_item_function)
    : context_(WorkItemContext::of(work_item_function)),
      local_size_(recorded_local_size(work_item_function)),
      has_large_ids_(work_item_function.hasFnAttribute(large_ids_attribute)) {
  if (has_large_ids_) {
    small_.insert(context_.local_id.begin(), context_.local_id.end());
    small_.insert(context_.local_size.begin(), context_.local_size.end());
    small_.insert(context_.local_index);
    return;
  }
  for (const llvm::Value *value : context_.values()) {
    if (value->getType()->isIntegerTy()) {
      small_.insert(value);
    }
  }
}

llvm::ConstantRange IndexRanges::of(const llvm::Value &value) const {
  return of(value, most_operations);
}

llvm::ConstantRange IndexRanges::of(const llvm::Value &value, unsigned depth) const {
  const unsigned bits = value.getType()->getIntegerBitWidth();
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    return llvm::ConstantRange(constant->getValue());
  }
  if (small_.contains(&value)) {
    return small_range();
  }
  if (is_lane_index(value)) {
    return llvm::ConstantRange(llvm::APInt(bits, 0), llvm::APInt(bits, max_lanes));
  }
  if (depth != 0) {
    if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&value)) {
      const llvm::Value &left = *operation->getOperand(0);
      const llvm::Value &right = *operation->getOperand(1);
      if (operation->getOpcode() == llvm::Instruction::Add &&
          (is_global_id(left, right) || is_global_id(right, left))) {
        return small_range();
      }
      return of(left, depth - 1).binaryOp(operation->getOpcode(), of(right, depth - 1));
    }
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
      if (cast->getSrcTy()->isIntegerTy()) {
        return of(*cast->getOperand(0), depth - 1).castOp(cast->getOpcode(), bits);
      }
    }
    if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&value)) {
      return of(*select->getTrueValue(), depth - 1)
          .unionWith(of(*select->getFalseValue(), depth - 1));
    }
  }
  return llvm::ConstantRange::getFull(bits);
}

unsigned IndexRanges::aligned_bits(const llvm::Value &value, unsigned width) const {
  return aligned_bits(value, width, most_operations);
}

unsigned IndexRanges::aligned_bits(const llvm::Value &value, unsigned width, unsigned depth) const {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    return constant->getValue().countr_zero();
  }
  if (&value == context_.local_id[0]) {
    return static_cast<unsigned>(llvm::countr_zero(width));
  }
  if (is_lane_index(value)) {
    // The first lane's index is 0.
    return value.getType()->getScalarSizeInBits();
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || depth == 0) {
    return 0;
  }
  const unsigned bits = value.getType()->getScalarSizeInBits();
  const auto operand_bits = [&](unsigned index) {
    return std::min(bits, aligned_bits(*instruction->getOperand(index), width, depth - 1));
  };
  switch (instruction->getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
      return std::min(operand_bits(0), operand_bits(1));
    case llvm::Instruction::Mul:
      return std::min(bits, operand_bits(0) + operand_bits(1));
    case llvm::Instruction::And:
      return std::max(operand_bits(0), operand_bits(1));
    case llvm::Instruction::Shl: {
      const auto *amount = llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(1));
      const uint64_t shifted = amount == nullptr ? 0 : amount->getLimitedValue(bits);
      return std::min(bits, operand_bits(0) + static_cast<unsigned>(shifted));
    }
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
      return operand_bits(0);
    default:
      return 0;
  }
}

/// Whether the sum of the two is a global id, or the corresponding id without the global offset or
/// in an earlier group.
bool IndexRanges::is_global_id(const llvm::Value &left, const llvm::Value &right) const {
  using namespace llvm::PatternMatch;
  for (unsigned i = 0; i < 3 && !has_large_ids_; ++i) {
    llvm::Value *first = nullptr;
    if (&right == context_.local_id[i] &&
        (is_start_of_group(left, i) ||
         (match(&left, m_And(m_Value(first), m_Value())) && is_start_of_group(*first, i)))) {
      return true;
    }
  }
  return false;
}

/// Whether a value is the global id of the group's first work-item, or the product that programs
/// calculate for it, which may use the enqueued size of the group.
bool IndexRanges::is_start_of_group(const llvm::Value &value, unsigned dimension) const {
  using namespace llvm::PatternMatch;
  llvm::Value *const id = context_.group_id[dimension];
  const uint64_t size = local_size_[dimension];
  return &value == context_.first_global_id[dimension] ||
         match(&value, m_c_Mul(m_Specific(id),
                               m_CombineOr(m_Specific(context_.local_size[dimension]),
                                           m_Specific(context_.enqueued_local_size[dimension])))) ||
         (size != 0 &&
          (match(&value, m_c_Mul(m_Specific(id), m_SpecificInt(size))) ||
           (llvm::isPowerOf2_64(size) &&
            match(&value, m_Shl(m_Specific(id), m_SpecificInt(llvm::Log2_64(size)))))));
}

}  // namespace mux::compiler
