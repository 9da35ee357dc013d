// convert_<type><n>[_sat][_rte|_rtz|_rtp|_rtn] (OpenCL C 6.4.3).

#include "codegen/builtins/families/conversions.h"

#include <llvm/IR/Intrinsics.h>

#include <optional>

#include "codegen/builtins/expansion.h"
#include "codegen/builtins/name_affixes.h"
#include "codegen/target/lower_half_operations.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// The parsed name of a conversion.
struct Conversion {
  Element element = Element::int32;
  bool saturate = false;
  std::optional<Rounding> rounding;
};

struct TypeName {
  std::string_view name;
  Element element;
};

constexpr TypeName type_names[] = {
    {"char", Element::int8},     {"uchar", Element::uint8},    {"short", Element::int16},
    {"ushort", Element::uint16}, {"int", Element::int32},      {"uint", Element::uint32},
    {"long", Element::int64},    {"ulong", Element::uint64},   {"half", Element::float16},
    {"float", Element::float32}, {"double", Element::float64},
};

/// @param lanes of the argument, which the name must repeat.
std::optional<Conversion> parse_conversion(std::string_view name, unsigned lanes) {
  if (!take_prefix(name, "convert_")) {
    return std::nullopt;
  }
  Conversion conversion;
  bool known = false;
  for (const TypeName &type : type_names) {
    if (take_prefix(name, type.name)) {
      conversion.element = type.element;
      known = true;
      break;
    }
  }
  if (!known || (lanes > 1 && !take_prefix(name, std::to_string(lanes)))) {
    return std::nullopt;
  }
  conversion.saturate = take_prefix(name, "_sat");
  if (!name.empty()) {
    conversion.rounding = parse_rounding(name);
    if (!conversion.rounding) {
      return std::nullopt;
    }
  }
  return conversion;
}

llvm::Type *integer_like(llvm::Type *type, unsigned bits) {
  llvm::Type *integer = llvm::IntegerType::get(type->getContext(), bits);
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    return llvm::FixedVectorType::get(integer, vector->getNumElements());
  }
  return integer;
}

/// Steps a floating-point value to the next one of greater (or smaller) magnitude, where
/// `condition` holds: the bit patterns of floating-point numbers are ordered as their magnitudes
/// are.
Value *step_magnitude(llvm::IRBuilder<> &builder, Value *value, Value *condition, bool greater) {
  llvm::Type *bits_type = integer_like(value->getType(), value->getType()->getScalarSizeInBits());
  Value *bits = builder.CreateBitCast(value, bits_type);
  Value *step = builder.CreateZExt(condition, bits_type);
  bits = greater ? builder.CreateAdd(bits, step) : builder.CreateSub(bits, step);
  return builder.CreateBitCast(bits, value->getType());
}

/// Steps to the next greater value, where `condition` holds. Precondition: it does not hold for -0.
Value *step_up(llvm::IRBuilder<> &builder, Value *value, Value *condition) {
  Value *negative = builder.CreateFCmpOLT(value, llvm::Constant::getNullValue(value->getType()));
  Value *moved = step_magnitude(builder, value, builder.CreateAnd(condition, negative), false);
  return step_magnitude(builder, moved, builder.CreateAnd(condition, builder.CreateNot(negative)),
                        true);
}

Value *narrow_once(llvm::IRBuilder<> &builder, Value *value, llvm::Type *to, Rounding rounding) {
  Value *narrowed = builder.CreateFPTrunc(value, to);
  Value *back = builder.CreateFPExt(narrowed, value->getType());
  switch (rounding) {
    case Rounding::to_nearest_even:
      return narrowed;
    case Rounding::to_zero: {
      Value *too_great =
          builder.CreateFCmpOGT(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                                builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value));
      return step_magnitude(builder, narrowed, too_great, false);
    }
    case Rounding::to_positive:
      return step_up(builder, narrowed, builder.CreateFCmpOLT(back, value));
    case Rounding::to_negative: {
      Value *opposite =
          step_up(builder, builder.CreateFNeg(narrowed), builder.CreateFCmpOGT(back, value));
      return builder.CreateFNeg(opposite);
    }
  }
  return narrowed;
}

/// Truncates the integer to the precision of `to` and converts it, which is exact: the result is
/// rounded toward zero. Then steps away from zero where the rounding mode requires it.
Value *integer_to_float_directed(llvm::IRBuilder<> &builder, Value *value, bool is_signed,
                                 llvm::Type *to, Rounding rounding) {
  llvm::Type *type = value->getType();
  const unsigned bits = type->getScalarSizeInBits();
  const unsigned precision = static_cast<unsigned>(
      llvm::APFloat::semanticsPrecision(to->getScalarType()->getFltSemantics()));
  Value *magnitude = value;
  Value *negative = llvm::Constant::getNullValue(integer_like(type, 1));
  if (is_signed) {
    negative = builder.CreateICmpSLT(value, llvm::Constant::getNullValue(type));
    magnitude = builder.CreateIntrinsic(llvm::Intrinsic::abs, {type}, {value, builder.getFalse()});
  }
  Value *leading_zeros =
      builder.CreateIntrinsic(llvm::Intrinsic::ctlz, {type}, {magnitude, builder.getFalse()});
  // Bits below the significand: bits - leading zeros - precision, if there are any.
  Value *excess = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::usub_sat, llvm::ConstantInt::get(type, bits - precision), leading_zeros);
  Value *kept = builder.CreateShl(builder.CreateLShr(magnitude, excess), excess);
  Value *inexact = builder.CreateICmpNE(kept, magnitude);
  Value *result = builder.CreateUIToFP(kept, to);
  if (rounding == Rounding::to_positive) {
    result = step_magnitude(builder, result,
                            builder.CreateAnd(inexact, builder.CreateNot(negative)), true);
  } else if (rounding == Rounding::to_negative) {
    result = step_magnitude(builder, result, builder.CreateAnd(inexact, negative), true);
  }
  return builder.CreateSelect(negative, builder.CreateFNeg(result), result);
}

Value *integer_to_float(llvm::IRBuilder<> &builder, Value *value, bool is_signed, llvm::Type *to,
                        Rounding rounding) {
  if (to->getScalarType()->isHalfTy()) {
    // The conversion to double is exact below 2^53, and above it far greater than the largest half.
    llvm::Type *wide = to->getWithNewType(builder.getDoubleTy());
    return narrow_float(
        builder, integer_to_float(builder, value, is_signed, wide, Rounding::to_nearest_even), to,
        rounding);
  }
  const unsigned precision = static_cast<unsigned>(
      llvm::APFloat::semanticsPrecision(to->getScalarType()->getFltSemantics()));
  if (rounding != Rounding::to_nearest_even &&
      value->getType()->getScalarSizeInBits() > precision) {
    return integer_to_float_directed(builder, value, is_signed, to, rounding);
  }
  return is_signed ? builder.CreateSIToFP(value, to) : builder.CreateUIToFP(value, to);
}

Value *round_to_integral(llvm::IRBuilder<> &builder, Value *value, Rounding rounding) {
  switch (rounding) {
    case Rounding::to_nearest_even:
      return builder.CreateUnaryIntrinsic(llvm::Intrinsic::rint, value);
    case Rounding::to_positive:
      return builder.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, value);
    case Rounding::to_negative:
      return builder.CreateUnaryIntrinsic(llvm::Intrinsic::floor, value);
    case Rounding::to_zero:
      break;
  }
  return value;  // Rounds to nearest even.
}

/// Equivalent of llvm.fptosi.sat and llvm.fptoui.sat in operations that are available for vectors;
/// the code generator scalarizes the intrinsics.
Value *saturated_integer(llvm::IRBuilder<> &builder, Value *value, bool is_signed, llvm::Type *to) {
  const unsigned bits = to->getScalarSizeInBits();
  const llvm::APInt low =
      is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getMinValue(bits);
  const llvm::APInt high =
      is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  llvm::Type *from = value->getType();
  // Rounded toward zero: the least and the greatest floating-point number in the range of the
  // integer type.
  const auto bound = [&](const llvm::APInt &integer) {
    llvm::APFloat limit(from->getScalarType()->getFltSemantics());
    limit.convertFromAPInt(integer, is_signed, llvm::APFloat::rmTowardZero);
    return llvm::ConstantFP::get(from, limit);
  };
  Value *is_below = builder.CreateFCmpOLT(value, bound(low));
  Value *is_above = builder.CreateFCmpOGT(value, bound(high));
  Value *is_ordered = builder.CreateFCmpORD(value, value);
  llvm::Type *wide = bits < 32 ? to->getWithNewBitWidth(32) : to;
  Value *integer = bits < 32 || is_signed ? builder.CreateFPToSI(value, wide)
                                          : builder.CreateFPToUI(value, wide);
  integer = builder.CreateTrunc(builder.CreateFreeze(integer), to);
  integer = builder.CreateSelect(is_below, llvm::ConstantInt::get(to, low), integer);
  integer = builder.CreateSelect(is_above, llvm::ConstantInt::get(to, high), integer);
  return builder.CreateSelect(is_ordered, integer, llvm::Constant::getNullValue(to));
}

Value *float_to_integer(llvm::IRBuilder<> &builder, Value *value, bool is_signed, llvm::Type *to,
                        Rounding rounding, bool saturate) {
  if (value->getType()->getScalarType()->isHalfTy()) {
    value = builder.CreateFPExt(value, value->getType()->getWithNewType(builder.getFloatTy()));
  }
  value = round_to_integral(builder, value, rounding);
  if (saturate) {
    return saturated_integer(builder, value, is_signed, to);
  }
  // Out of range the result is unspecified, but must not be poison.
  return builder.CreateFreeze(is_signed ? builder.CreateFPToSI(value, to)
                                        : builder.CreateFPToUI(value, to));
}

Value *integer_to_integer(llvm::IRBuilder<> &builder, Value *value, bool from_signed,
                          llvm::Type *to, bool to_signed, bool saturate) {
  if (saturate) {
    llvm::Type *from = value->getType();
    const unsigned from_bits = from->getScalarSizeInBits();
    const unsigned to_bits = to->getScalarSizeInBits();
    // Clamps to the bounds of the new type that are within the old type's range.
    const unsigned value_bits = to_signed ? to_bits - 1 : to_bits;
    if (value_bits < (from_signed ? from_bits - 1 : from_bits)) {
      llvm::Constant *most =
          llvm::ConstantInt::get(from, llvm::APInt::getLowBitsSet(from_bits, value_bits));
      value = builder.CreateBinaryIntrinsic(
          from_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, value, most);
    }
    if (from_signed && !to_signed) {
      value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value,
                                            llvm::Constant::getNullValue(from));
    } else if (from_signed && to_bits < from_bits) {
      llvm::Constant *least =
          llvm::ConstantInt::get(from, llvm::APInt::getSignedMinValue(to_bits).sext(from_bits));
      value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, least);
    }
  }
  return from_signed ? builder.CreateSExtOrTrunc(value, to) : builder.CreateZExtOrTrunc(value, to);
}

}  // namespace

std::optional<Rounding> parse_rounding(std::string_view suffix) {
  if (suffix == "_rte") {
    return Rounding::to_nearest_even;
  }
  if (suffix == "_rtz") {
    return Rounding::to_zero;
  }
  if (suffix == "_rtp") {
    return Rounding::to_positive;
  }
  if (suffix == "_rtn") {
    return Rounding::to_negative;
  }
  return std::nullopt;
}

Value *narrow_float(llvm::IRBuilder<> &builder, Value *value, llvm::Type *to, Rounding rounding) {
  if (value->getType()->getScalarType()->isDoubleTy() && to->getScalarType()->isHalfTy()) {
    // Processors convert float to half, but not double.
    value = truncate_to_odd(builder, value, to->getWithNewType(builder.getFloatTy()));
  }
  return narrow_once(builder, value, to, rounding);
}

bool expand_conversion(Expansion &expansion) {
  if (expansion.size() != 1 || expansion.type(0).is_pointer) {
    return false;
  }
  const Element from = expansion.type(0).element;
  const std::optional<Conversion> conversion =
      parse_conversion(expansion.name(), expansion.type(0).lanes);
  if (!conversion || !(is_integer(from) || is_floating_point(from))) {
    return false;
  }
  ParameterType result;
  result.element = conversion->element;
  result.lanes = expansion.type(0).lanes;
  llvm::Type *to = llvm_type(expansion.function().getContext(), result);
  if (to != expansion.result_type()) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *value = expansion.argument(0);
  const bool to_signed = is_signed_integer(conversion->element);
  if (is_integer(conversion->element)) {
    if (is_integer(from)) {
      return expansion.finish(integer_to_integer(builder, value, is_signed_integer(from), to,
                                                 to_signed, conversion->saturate));
    }
    return expansion.finish(float_to_integer(builder, value, to_signed, to,
                                             conversion->rounding.value_or(Rounding::to_zero),
                                             conversion->saturate));
  }
  const Rounding rounding = conversion->rounding.value_or(Rounding::to_nearest_even);
  if (conversion->saturate) {
    return false;
  }
  if (is_integer(from)) {
    return expansion.finish(
        integer_to_float(builder, value, is_signed_integer(from), to, rounding));
  }
  if (bit_width(from) > bit_width(conversion->element)) {
    return expansion.finish(narrow_float(builder, value, to, rounding));
  }
  return expansion.finish(
      bit_width(from) == bit_width(conversion->element) ? value : builder.CreateFPExt(value, to));
}

}  // namespace mux::compiler::builtins
