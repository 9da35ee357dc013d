#include "codegen/pipeline/lower/range_arithmetic.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace mux::compiler {

using llvm::CmpInst;
using llvm::Value;

namespace {

/// Of 64-bit results that cannot overflow.
constexpr unsigned most_range_bits = 62;

}  // namespace

GroupRange RangeArithmetic::constant(int64_t value) {
  const uint64_t size = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return single(builder_.getInt64(static_cast<uint64_t>(value)), llvm::Log2_64_Ceil(size + 1));
}

GroupRange RangeArithmetic::single(Value *value, unsigned bits) {
  return {value, value, builder_.getTrue(), bits};
}

GroupRange RangeArithmetic::between(Value *low, Value *high, Value *is_valid, unsigned bits) {
  return {low, high, is_valid, bits};
}

Value *RangeArithmetic::smaller(Value *left, Value *right) {
  return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, left, right);
}

Value *RangeArithmetic::greater(Value *left, Value *right) {
  return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, left, right);
}

Value *RangeArithmetic::plus(Value *value, int64_t distance) {
  return builder_.CreateAdd(value, builder_.getInt64(static_cast<uint64_t>(distance)));
}

/// Limits the range to so many bits, on condition that it fits.
GroupRange RangeArithmetic::with_bits(GroupRange range, unsigned bits) {
  if (range.bits <= bits) {
    return range;
  }
  const auto limit = static_cast<int64_t>(uint64_t{1} << bits);
  Value *low = builder_.CreateICmpSGE(range.low, builder_.getInt64(static_cast<uint64_t>(-limit)));
  Value *high = builder_.CreateICmpSLE(range.high, builder_.getInt64(static_cast<uint64_t>(limit)));
  range.is_valid = builder_.CreateAnd(range.is_valid, builder_.CreateAnd(low, high));
  // Operations on a range that is not valid must not overflow either.
  range.low = builder_.CreateSelect(range.is_valid, range.low, builder_.getInt64(0));
  range.high = range.is_single()
                   ? range.low
                   : builder_.CreateSelect(range.is_valid, range.high, builder_.getInt64(0));
  range.bits = bits;
  return range;
}

GroupRange RangeArithmetic::sum(GroupRange left, GroupRange right) {
  left = with_bits(left, most_range_bits - 1);
  right = with_bits(right, most_range_bits - 1);
  return {builder_.CreateAdd(left.low, right.low), builder_.CreateAdd(left.high, right.high),
          builder_.CreateAnd(left.is_valid, right.is_valid), std::max(left.bits, right.bits) + 1};
}

GroupRange RangeArithmetic::difference(GroupRange left, GroupRange right) {
  left = with_bits(left, most_range_bits - 1);
  right = with_bits(right, most_range_bits - 1);
  return {builder_.CreateSub(left.low, right.high), builder_.CreateSub(left.high, right.low),
          builder_.CreateAnd(left.is_valid, right.is_valid), std::max(left.bits, right.bits) + 1};
}

GroupRange RangeArithmetic::product(GroupRange left, GroupRange right) {
  if (left.bits + right.bits > most_range_bits) {
    left = with_bits(left, most_range_bits / 2);
    right = with_bits(right, most_range_bits / 2);
  }
  Value *first = builder_.CreateMul(left.low, right.low);
  Value *last = builder_.CreateMul(left.high, right.high);
  GroupRange result = {smaller(first, last), greater(first, last),
                       builder_.CreateAnd(left.is_valid, right.is_valid), left.bits + right.bits};
  if (!left.is_single() && !right.is_single()) {
    first = builder_.CreateMul(left.low, right.high);
    last = builder_.CreateMul(left.high, right.low);
    result.low = smaller(result.low, smaller(first, last));
    result.high = greater(result.high, greater(first, last));
  }
  return result;
}

GroupRange RangeArithmetic::joined(const GroupRange &left, const GroupRange &right) {
  return {smaller(left.low, right.low), greater(left.high, right.high),
          builder_.CreateAnd(left.is_valid, right.is_valid), std::max(left.bits, right.bits)};
}

GroupRange RangeArithmetic::minimum(const GroupRange &left, const GroupRange &right,
                                    bool is_signed) {
  return {smaller(left.low, right.low), smaller(left.high, right.high),
          builder_.CreateAnd(is_exact(left, is_signed), is_exact(right, is_signed)),
          std::max(left.bits, right.bits)};
}

GroupRange RangeArithmetic::maximum(const GroupRange &left, const GroupRange &right,
                                    bool is_signed) {
  return {greater(left.low, right.low), greater(left.high, right.high),
          builder_.CreateAnd(is_exact(left, is_signed), is_exact(right, is_signed)),
          std::max(left.bits, right.bits)};
}

Value *RangeArithmetic::is_exact(const GroupRange &range, bool is_signed) {
  const int64_t lowest = is_signed ? INT32_MIN : 0;
  const int64_t highest = is_signed ? INT32_MAX : int64_t{UINT32_MAX};
  Value *low = builder_.CreateICmpSGE(range.low, builder_.getInt64(static_cast<uint64_t>(lowest)));
  Value *high =
      builder_.CreateICmpSLE(range.high, builder_.getInt64(static_cast<uint64_t>(highest)));
  return builder_.CreateAnd(range.is_valid, builder_.CreateAnd(low, high));
}

GroupRange RangeArithmetic::exact(const GroupRange &range, bool is_signed) {
  GroupRange result = range;
  result.is_valid = is_exact(range, is_signed);
  return result;
}

GroupRange RangeArithmetic::narrowed(const GroupRange &range, CmpInst::Predicate predicate,
                                     const GroupRange &other) {
  const bool is_signed = CmpInst::isSigned(predicate);
  switch (predicate) {
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SLE:
      return narrowed_above(range, other, is_signed, CmpInst::isStrictPredicate(predicate));
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SGE:
      return narrowed_below(range, other, is_signed, CmpInst::isStrictPredicate(predicate));
    case CmpInst::ICMP_NE:
      return other.is_single() ? without(range, other) : range;
    default:
      return range;
  }
}

Value *RangeArithmetic::largest_up_to(const GroupRange &range, Value *bound) {
  if (range.stride == 1) {
    return bound;
  }
  Value *distance = greater(builder_.CreateSub(bound, range.base), builder_.getInt64(0));
  Value *rest = builder_.CreateURem(distance, builder_.getInt64(range.stride));
  return builder_.CreateSub(bound, rest);
}

/// An unsigned bound is a range by itself, also if nothing is known of the value.
GroupRange RangeArithmetic::narrowed_above(const GroupRange &range, const GroupRange &other,
                                           bool is_signed, bool is_strict) {
  Value *is_known = is_exact(range, is_signed);
  Value *is_bound = is_exact(other, is_signed);
  Value *bound = plus(other.high, is_strict ? -1 : 0);
  Value *both = builder_.CreateAnd(is_known, is_bound);
  GroupRange result = range;
  result.bits = std::max(range.bits, other.bits + 1);
  Value *high = largest_up_to(range, smaller(range.high, bound));
  result.high = builder_.CreateSelect(both, high, range.high);
  if (!is_signed) {
    Value *is_only_bound = builder_.CreateAnd(is_bound, builder_.CreateNot(is_known));
    result.low = builder_.CreateSelect(is_only_bound, builder_.getInt64(0), result.low);
    result.high = builder_.CreateSelect(is_only_bound, bound, result.high);
    result.is_valid = builder_.CreateOr(range.is_valid, is_bound);
    if (!llvm::isa<llvm::Constant>(is_only_bound)) {
      result.stride = 1;
    }
  }
  return result;
}

GroupRange RangeArithmetic::narrowed_below(const GroupRange &range, const GroupRange &other,
                                           bool is_signed, bool is_strict) {
  Value *both = builder_.CreateAnd(is_exact(range, is_signed), is_exact(other, is_signed));
  GroupRange result = range;
  result.bits = std::max(range.bits, other.bits + 1);
  result.low = builder_.CreateSelect(both, greater(range.low, plus(other.low, is_strict ? 1 : 0)),
                                     range.low);
  return result;
}

/// The range without one value, if that is a bound of it.
GroupRange RangeArithmetic::without(const GroupRange &range, const GroupRange &other) {
  Value *both = builder_.CreateAnd(is_exact(range, false), is_exact(other, false));
  const auto equals = [&](Value *bound) {
    return builder_.CreateAnd(both, builder_.CreateICmpEQ(bound, other.low));
  };
  // Bounds change only where they are 32-bit values.
  constexpr unsigned bits_of_changed_bounds = 33;
  GroupRange result = range;
  result.bits = std::max(range.bits, bits_of_changed_bounds);
  result.low = builder_.CreateSelect(equals(range.low), plus(range.low, 1), range.low);
  result.high = builder_.CreateSelect(equals(range.high), plus(range.high, -1), range.high);
  return result;
}

}  // namespace mux::compiler
