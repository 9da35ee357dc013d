#include "codegen/pipeline/lower/group_ranges.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "codegen/ir/truncations.h"

namespace mux::compiler {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;

namespace {

/// Limits of the code that is built for a kernel.
constexpr unsigned most_depth = 40;
constexpr unsigned most_range_steps = 600;
constexpr unsigned word_bits = 32;

bool is_word(const Value &value) {
  return value.getType()->isIntegerTy(word_bits);
}

/// The comparison with the value on its left side; false if it has another subject.
bool with_subject(Comparison &comparison, const Value &value) {
  if (comparison.right == &value && comparison.left != &value) {
    std::swap(comparison.left, comparison.right);
    comparison.predicate = CmpInst::getSwappedPredicate(comparison.predicate);
  }
  return comparison.left == &value;
}

bool is_upper(CmpInst::Predicate predicate) {
  return llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
}

bool is_lower(CmpInst::Predicate predicate) {
  return llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate);
}

const llvm::ConstantInt *constant_operand(const llvm::BinaryOperator &operation) {
  return llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
}

}  // namespace

GroupRanges::GroupRanges(llvm::Function &function, llvm::Function &test, llvm::IRBuilder<> &builder)
    : builder_(builder),
      arithmetic_(builder),
      context_(WorkItemContext::of(function)),
      test_context_(WorkItemContext::of(test)),
      test_(test),
      comparisons_(function) {}

std::optional<GroupRange> GroupRanges::of(const Value &value, const llvm::BasicBlock &block) {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    return arithmetic_.constant(constant->getValue().sextOrTrunc(word_bits).getSExtValue());
  }
  const auto [entry, is_new] = known_.try_emplace({&value, &block}, std::nullopt);
  if (!is_new) {
    return entry->second;
  }
  if (depth_ == most_depth || steps_ == most_range_steps) {
    return std::nullopt;
  }
  ++depth_;
  ++steps_;
  Range range = compute_once(value, block);
  if (is_word(value)) {
    range = narrow(value, range, comparisons_.at(block));
  }
  --depth_;
  known_[{&value, &block}] = range;
  return range;
}

/// What is known without comparisons depends on the block only where operands are evaluated in it.
GroupRanges::Range GroupRanges::compute_once(const Value &value, const llvm::BasicBlock &block) {
  if (!llvm::isa<llvm::Argument, llvm::PHINode>(value)) {
    return compute(value, block);
  }
  const auto [entry, is_new] = known_.try_emplace({&value, nullptr}, std::nullopt);
  if (!is_new) {
    return entry->second;
  }
  const Range range = compute(value, block);
  known_[{&value, nullptr}] = range;
  return range;
}

GroupRanges::Range GroupRanges::compute(const Value &value, const llvm::BasicBlock &block) {
  if (const auto *parameter = llvm::dyn_cast<llvm::Argument>(&value)) {
    return of_parameter(*parameter);
  }
  if (is_hidden_truncation(value)) {
    return of(*llvm::cast<llvm::CallInst>(value).getArgOperand(0), block);
  }
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&value)) {
    return of_cast(*cast, block);
  }
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value); phi != nullptr && is_word(*phi)) {
    return of_phi(*phi);
  }
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&value)) {
    return of_intrinsic(*call, block);
  }
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&value);
      select != nullptr && is_word(*select)) {
    const Range first = of(*select->getTrueValue(), block);
    const Range second = first ? of(*select->getFalseValue(), block) : std::nullopt;
    return second ? Range(arithmetic_.joined(*first, *second)) : std::nullopt;
  }
  const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return operation == nullptr ? std::nullopt : of_operation(*operation, block);
}

/// Parameters are the same for all work-items, except for the local id.
GroupRanges::Range GroupRanges::of_parameter(const llvm::Argument &parameter) {
  for (unsigned i = 0; i < context_.local_id.size(); ++i) {
    if (&parameter == context_.local_id[i]) {
      Value *size = test_context_.local_size[i];
      Value *is_valid = builder_.CreateICmpULE(size, builder_.getInt64(uint64_t{1} << word_bits));
      Value *last =
          arithmetic_.plus(builder_.CreateSelect(is_valid, size, builder_.getInt64(1)), -1);
      return arithmetic_.between(builder_.getInt64(0), last, is_valid, word_bits);
    }
  }
  const unsigned bits =
      parameter.getType()->isIntegerTy() ? parameter.getType()->getIntegerBitWidth() : 0;
  if (&parameter == context_.local_index || (bits != word_bits && bits != 2 * word_bits)) {
    return std::nullopt;
  }
  Value *word = builder_.CreateTrunc(test_.getArg(parameter.getArgNo()), builder_.getInt32Ty());
  return arithmetic_.single(builder_.CreateZExt(word, builder_.getInt64Ty()), word_bits);
}

/// Between 32 and 64 bits, nothing changes modulo 2^32.
GroupRanges::Range GroupRanges::of_cast(const llvm::CastInst &cast, const llvm::BasicBlock &block) {
  const auto bits_of = [](const llvm::Type &type) {
    return type.isIntegerTy() ? type.getIntegerBitWidth() : 0;
  };
  const unsigned from = bits_of(*cast.getSrcTy());
  const unsigned to = bits_of(*cast.getDestTy());
  if (from == 0 || (to != word_bits && to != 2 * word_bits)) {
    return std::nullopt;
  }
  if (from == word_bits || from == 2 * word_bits) {
    return of(*cast.getOperand(0), block);
  }
  if (from > word_bits) {
    return std::nullopt;
  }
  const auto count = static_cast<int64_t>(uint64_t{1} << from);
  const bool is_signed = cast.getOpcode() == Instruction::SExt;
  return arithmetic_.joined(arithmetic_.constant(is_signed ? -count / 2 : 0),
                            arithmetic_.constant(is_signed ? count / 2 - 1 : count - 1));
}

GroupRanges::Range GroupRanges::of_operation(const llvm::BinaryOperator &operation,
                                             const llvm::BasicBlock &block) {
  switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
      break;
    case Instruction::Or:
      if (llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint()) {
        break;
      }
      return is_word(operation) ? of_bits(operation, block) : std::nullopt;
    case Instruction::Shl:
      if (constant_operand(operation) != nullptr &&
          constant_operand(operation)->getValue().ult(word_bits)) {
        break;
      }
      return std::nullopt;
    case Instruction::And:
    case Instruction::Xor:
      return is_word(operation) ? of_bits(operation, block) : std::nullopt;
    default:
      return is_word(operation) ? of_quotient(operation, block) : std::nullopt;
  }
  const Range left = of(*operation.getOperand(0), block);
  const Range right = left ? of(*operation.getOperand(1), block) : std::nullopt;
  if (!right) {
    return std::nullopt;
  }
  switch (operation.getOpcode()) {
    case Instruction::Sub: {
      GroupRange difference = arithmetic_.difference(*left, *right);
      narrow_difference(operation, *left, *right, block, difference);
      return difference;
    }
    case Instruction::Mul:
      return arithmetic_.product(*left, *right);
    case Instruction::Shl:
      return arithmetic_.product(*left,
                                 arithmetic_.constant(static_cast<int64_t>(
                                     uint64_t{1} << constant_operand(operation)->getZExtValue())));
    default:
      return arithmetic_.sum(*left, *right);
  }
}

void GroupRanges::narrow_difference(const llvm::BinaryOperator &operation, const GroupRange &left,
                                    const GroupRange &right, const llvm::BasicBlock &block,
                                    GroupRange &difference) {
  const Value *subtrahend = operation.getOperand(1);
  for (Comparison comparison : comparisons_.at(block)) {
    if (!with_subject(comparison, *operation.getOperand(0)) || comparison.right != subtrahend ||
        !is_lower(comparison.predicate)) {
      continue;
    }
    const bool is_signed = CmpInst::isSigned(comparison.predicate);
    Value *is_exact = builder_.CreateAnd(arithmetic_.is_exact(left, is_signed),
                                         arithmetic_.is_exact(right, is_signed));
    Value *low = arithmetic_.greater(difference.low, builder_.getInt64(0));
    difference.low = builder_.CreateSelect(is_exact, low, difference.low);
  }
}

/// The results of bit operations have no bits above those of the operands.
GroupRanges::Range GroupRanges::of_bits(const llvm::BinaryOperator &operation,
                                        const llvm::BasicBlock &block) {
  const GroupRange zero = arithmetic_.constant(0);
  if (operation.getOpcode() == Instruction::And) {
    for (const unsigned i : {1U, 0U}) {
      const Range operand = of(*operation.getOperand(i), block);
      const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(i));
      if (operand && (constant == nullptr || !constant->isNegative())) {
        return arithmetic_.joined(zero, arithmetic_.exact(*operand, false));
      }
    }
    return std::nullopt;
  }
  const Range left = of(*operation.getOperand(0), block);
  const Range right = left ? of(*operation.getOperand(1), block) : std::nullopt;
  if (!right) {
    return std::nullopt;
  }
  Value *is_valid =
      builder_.CreateAnd(arithmetic_.is_exact(*left, false), arithmetic_.is_exact(*right, false));
  Value *bits = builder_.CreateSelect(is_valid, builder_.CreateOr(left->high, right->high),
                                      builder_.getInt64(0));
  Value *zeros = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, builder_.getFalse());
  // At least the 32 upper bits are zeros.
  Value *ones = builder_.CreateLShr(builder_.getInt64(UINT64_MAX >> 1),
                                    builder_.CreateSub(zeros, builder_.getInt64(1)));
  return arithmetic_.between(builder_.getInt64(0), ones, is_valid, word_bits);
}

/// Shifts to the right, divisions and remainders.
GroupRanges::Range GroupRanges::of_quotient(const llvm::BinaryOperator &operation,
                                            const llvm::BasicBlock &block) {
  const llvm::ConstantInt *constant = constant_operand(operation);
  const bool is_remainder = operation.getOpcode() == Instruction::URem;
  const bool is_division = operation.getOpcode() == Instruction::UDiv;
  const bool is_signed = operation.getOpcode() == Instruction::AShr;
  if (!is_remainder && !is_division && !is_signed && operation.getOpcode() != Instruction::LShr) {
    return std::nullopt;
  }
  const Range operand = of(*operation.getOperand(is_remainder ? 1 : 0), block);
  if (!operand) {
    return std::nullopt;
  }
  const GroupRange exact = arithmetic_.exact(*operand, is_signed);
  const GroupRange zero = arithmetic_.constant(0);
  if (is_remainder || constant == nullptr) {
    return is_signed ? std::nullopt : Range(arithmetic_.joined(zero, exact));
  }
  if (is_division ? constant->isZero() : constant->getValue().uge(word_bits)) {
    return std::nullopt;
  }
  const auto divided = [&](Value *bound) {
    Value *count = builder_.getInt64(constant->getZExtValue());
    return is_division ? builder_.CreateUDiv(bound, count) : builder_.CreateAShr(bound, count);
  };
  // A range that is not valid may have negative bounds.
  Value *none = builder_.getInt64(0);
  Value *low = builder_.CreateSelect(exact.is_valid, exact.low, none);
  Value *high = builder_.CreateSelect(exact.is_valid, exact.high, none);
  return arithmetic_.between(divided(low), divided(high), exact.is_valid, exact.bits);
}

GroupRanges::Range GroupRanges::of_intrinsic(const llvm::IntrinsicInst &call,
                                             const llvm::BasicBlock &block) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const bool is_minimum = id == llvm::Intrinsic::umin || id == llvm::Intrinsic::smin;
  const bool is_maximum = id == llvm::Intrinsic::umax || id == llvm::Intrinsic::smax;
  if (!is_word(call) || (!is_minimum && !is_maximum && id != llvm::Intrinsic::usub_sat)) {
    return std::nullopt;
  }
  const Range left = of(*call.getArgOperand(0), block);
  const Range right = of(*call.getArgOperand(1), block);
  const GroupRange zero = arithmetic_.constant(0);
  if (!left || !right) {
    const Range &known = left ? left : right;
    return known && id == llvm::Intrinsic::umin
               ? Range(arithmetic_.joined(zero, arithmetic_.exact(*known, false)))
               : std::nullopt;
  }
  const bool is_signed = id == llvm::Intrinsic::smin || id == llvm::Intrinsic::smax;
  if (is_minimum) {
    return arithmetic_.minimum(*left, *right, is_signed);
  }
  if (is_maximum) {
    return arithmetic_.maximum(*left, *right, is_signed);
  }
  GroupRange difference =
      arithmetic_.difference(arithmetic_.exact(*left, false), arithmetic_.exact(*right, false));
  const bool is_single = difference.is_single() || (left->is_single() && right->is_single());
  difference.low = arithmetic_.greater(difference.low, zero.low);
  difference.high = is_single ? difference.low : arithmetic_.greater(difference.high, zero.low);
  return difference;
}

GroupRanges::Range GroupRanges::of_phi(const llvm::PHINode &phi) {
  const llvm::BasicBlock &block = *phi.getParent();
  const unsigned count = phi.getNumIncomingValues();
  const auto comes_back = [&](unsigned index) {
    return comparisons_.dominators().dominates(&block, phi.getIncomingBlock(index));
  };
  for (unsigned i = 0; i < count; ++i) {
    if (comes_back(i)) {
      return count == 2 && !comes_back(1 - i) ? of_counter(phi, i) : std::nullopt;
    }
  }
  Range result;
  for (unsigned i = 0; i < count; ++i) {
    const Value &value = *phi.getIncomingValue(i);
    const llvm::BasicBlock &from = *phi.getIncomingBlock(i);
    Range range = of(value, from);
    if (!llvm::isa<llvm::Constant>(value)) {
      range = narrow(value, range, comparisons_.on_edge(from, block));
    }
    if (!range) {
      return std::nullopt;
    }
    result = i == 0 ? *range : arithmetic_.joined(*result, *range);
  }
  return result;
}

/// A value that a loop changes by a step, or shifts to the right, in each iteration.
GroupRanges::Range GroupRanges::of_counter(const llvm::PHINode &phi, unsigned back_edge) {
  const auto *next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValue(back_edge));
  const llvm::BasicBlock &latch = *phi.getIncomingBlock(back_edge);
  const Range start =
      of(*phi.getIncomingValue(1 - back_edge), *phi.getIncomingBlock(1 - back_edge));
  if (next == nullptr || !start || (next->getOperand(0) != &phi && next->getOperand(1) != &phi)) {
    return std::nullopt;
  }
  const unsigned own = next->getOperand(0) == &phi ? 0 : 1;
  const Value &other = *next->getOperand(1 - own);
  switch (next->getOpcode()) {
    case Instruction::LShr:
    case Instruction::UDiv:
      return own == 0 ? Range(arithmetic_.joined(arithmetic_.constant(0),
                                                 arithmetic_.exact(*start, false)))
                      : std::nullopt;
    case Instruction::Add:
      if (const Range step = of(other, latch)) {
        return bounded_counter(phi, *next, *start, *step, latch);
      }
      return std::nullopt;
    case Instruction::Sub:
      if (const Range step = own == 0 ? of(other, latch) : std::nullopt) {
        return bounded_counter(phi, *next, *start,
                               arithmetic_.difference(arithmetic_.constant(0), *step), latch);
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

/// Finds a comparison without which the loop does not go on. By induction, the counter does not
/// wrap: its values are exact where the bound and one more step are.
GroupRanges::Range GroupRanges::bounded_counter(const llvm::PHINode &phi, const Value &next,
                                                const GroupRange &start, const GroupRange &step,
                                                const llvm::BasicBlock &latch) {
  llvm::SmallVector<Comparison> known = comparisons_.on_edge(latch, *phi.getParent());
  known.append(comparisons_.at(latch));
  const auto *low_step = llvm::dyn_cast<llvm::ConstantInt>(step.low);
  const bool descends = low_step != nullptr && low_step->isNegative();
  Value *zero = builder_.getInt64(0);
  for (Comparison comparison : known) {
    const bool is_next = with_subject(comparison, next);
    if (!is_next && !with_subject(comparison, phi)) {
      continue;
    }
    const bool is_signed = CmpInst::isSigned(comparison.predicate);
    const bool is_strict = comparison.predicate == CmpInst::ICMP_NE ||
                           CmpInst::isStrictPredicate(comparison.predicate);
    const bool is_bound =
        descends ? is_lower(comparison.predicate) : is_upper(comparison.predicate);
    // A counter that grows by 1 reaches a bound that it differs from only from below.
    const auto *one = llvm::dyn_cast<llvm::ConstantInt>(step.low);
    const bool is_end = comparison.predicate == CmpInst::ICMP_NE && step.is_single() &&
                        one != nullptr && one->isOne();
    const Range other =
        is_bound || is_end ? of(*comparison.right, *comparison.block) : std::nullopt;
    if (!other || (is_end && !other->is_single())) {
      continue;
    }
    GroupRange bound = arithmetic_.exact(*other, is_signed);
    if (is_end) {
      Value *is_below =
          builder_.CreateICmpSLE(start.high, arithmetic_.plus(other->low, is_next ? -1 : 0));
      bound.is_valid = builder_.CreateAnd(bound.is_valid, is_below);
    }
    const int64_t distance = !is_strict ? 0 : descends ? 1 : -1;
    bound.low = arithmetic_.plus(bound.low, distance);
    bound.high = arithmetic_.plus(bound.high, distance);
    bound.bits += 1;
    // The counter with the last step, which must not wrap.
    const GroupRange stepped = arithmetic_.sum(bound, step);
    GroupRange result = arithmetic_.joined(start, is_next ? bound : stepped);
    const GroupRange whole = arithmetic_.joined(arithmetic_.joined(start, bound), stepped);
    (descends ? result.high : result.low) = descends ? start.high : start.low;
    Value *is_exact = arithmetic_.is_exact(
        descends ? arithmetic_.between(whole.low, start.high, whole.is_valid, whole.bits)
                 : arithmetic_.between(start.low, whole.high, whole.is_valid, whole.bits),
        is_signed);
    Value *is_monotonic =
        descends ? builder_.CreateICmpSLE(step.high, zero) : builder_.CreateICmpSGE(step.low, zero);
    result.is_valid = builder_.CreateAnd(is_exact, is_monotonic);
    if (low_step != nullptr && step.is_single() && start.is_single() && !descends &&
        !low_step->isZero()) {
      result.stride = low_step->getZExtValue();
      result.base = start.low;
    }
    return result;
  }
  return std::nullopt;
}

/// The range of a value of which nothing is known but comparisons.
GroupRanges::Range GroupRanges::first_range(const Value &value,
                                            const llvm::SmallVector<Comparison> &comparisons) {
  Range low;
  Range high;
  for (Comparison comparison : comparisons) {
    if (!with_subject(comparison, value) || comparison.right == &value) {
      continue;
    }
    const bool is_signed = CmpInst::isSigned(comparison.predicate);
    const bool is_wanted =
        is_upper(comparison.predicate) || (is_signed && is_lower(comparison.predicate));
    const Range other = is_wanted || comparison.predicate == CmpInst::ICMP_EQ
                            ? of(*comparison.right, *comparison.block)
                            : std::nullopt;
    if (!other) {
      continue;
    }
    if (comparison.predicate == CmpInst::ICMP_EQ) {
      return other;
    }
    const GroupRange bound = arithmetic_.exact(*other, is_signed);
    if (!is_signed) {
      return arithmetic_.joined(arithmetic_.constant(0), bound);
    }
    (is_upper(comparison.predicate) ? high : low) = bound;
  }
  return low && high ? Range(arithmetic_.joined(*low, *high)) : std::nullopt;
}

GroupRanges::Range GroupRanges::narrow(const Value &value, Range range,
                                       const llvm::SmallVector<Comparison> &comparisons) {
  if (!range) {
    range = first_range(value, comparisons);
  }
  for (Comparison comparison : comparisons) {
    if (!range || !with_subject(comparison, value) || comparison.right == &value) {
      continue;
    }
    if (const Range other = of(*comparison.right, *comparison.block)) {
      range = arithmetic_.narrowed(*range, comparison.predicate, *other);
    }
  }
  return range;
}

}  // namespace mux::compiler
