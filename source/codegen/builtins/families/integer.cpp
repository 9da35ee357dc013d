// Integer built-ins (OpenCL C 6.15.3). Scalars and vectors share the code.

#include <llvm/IR/Intrinsics.h>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Whether there are `count` integer parameters of the result's type.
bool takes_integers(Expansion &expansion, size_t count) {
  return expansion.takes_results(count) && is_integer(expansion.type(0).element);
}

unsigned element_bits(Expansion &expansion) {
  return bit_width(expansion.type(0).element);
}

/// The type with elements twice as wide, in which a product or a sum does not overflow.
llvm::Type *widened(llvm::Type *type) {
  return type->getWithNewBitWidth(2 * type->getScalarSizeInBits());
}

Value *widen(Expansion &expansion, Value *value) {
  llvm::Type *wide = widened(value->getType());
  return expansion.is_signed(0) ? expansion.builder().CreateSExt(value, wide)
                                : expansion.builder().CreateZExt(value, wide);
}

Value *high_half(Expansion &expansion, Value *left, Value *right) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *product = builder.CreateMul(widen(expansion, left), widen(expansion, right));
  return builder.CreateTrunc(builder.CreateLShr(product, left->getType()->getScalarSizeInBits()),
                             left->getType());
}

Value *saturating(Expansion &expansion, llvm::Intrinsic::ID when_signed,
                  llvm::Intrinsic::ID when_unsigned, Value *left, Value *right) {
  return expansion.intrinsic(expansion.is_signed(0) ? when_signed : when_unsigned, {left, right});
}

bool expand_abs(Expansion &expansion) {
  if (!takes_integers(expansion, 1)) {
    return false;
  }
  Value *value = expansion.argument(0);
  if (expansion.is_signed(0)) {
    // The result is unsigned: the most negative number needs no special case.
    value = expansion.builder().CreateIntrinsic(llvm::Intrinsic::abs, {value->getType()},
                                                {value, expansion.builder().getFalse()});
  }
  return expansion.finish(value);
}

bool expand_abs_diff(Expansion &expansion) {
  if (!takes_integers(expansion, 2)) {
    return false;
  }
  Value *x = expansion.argument(0);
  Value *y = expansion.argument(1);
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *greater =
      expansion.is_signed(0) ? builder.CreateICmpSGT(x, y) : builder.CreateICmpUGT(x, y);
  return expansion.finish(
      builder.CreateSelect(greater, builder.CreateSub(x, y), builder.CreateSub(y, x)));
}

bool expand_add_sat(Expansion &expansion) {
  return takes_integers(expansion, 2) &&
         expansion.finish(saturating(expansion, llvm::Intrinsic::sadd_sat,
                                     llvm::Intrinsic::uadd_sat, expansion.argument(0),
                                     expansion.argument(1)));
}

bool expand_sub_sat(Expansion &expansion) {
  return takes_integers(expansion, 2) &&
         expansion.finish(saturating(expansion, llvm::Intrinsic::ssub_sat,
                                     llvm::Intrinsic::usub_sat, expansion.argument(0),
                                     expansion.argument(1)));
}

/// (x ^ y) >> 1: half of the bits in which x and y differ.
Value *half_difference(Expansion &expansion, Value *x, Value *y) {
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *different = builder.CreateXor(x, y);
  return expansion.is_signed(0) ? builder.CreateAShr(different, 1)
                                : builder.CreateLShr(different, 1);
}

/// (x + y) >> 1 without overflow: (x & y) + ((x ^ y) >> 1).
bool expand_hadd(Expansion &expansion) {
  if (!takes_integers(expansion, 2)) {
    return false;
  }
  Value *x = expansion.argument(0);
  Value *y = expansion.argument(1);
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *shared = builder.CreateAnd(x, y);
  return expansion.finish(builder.CreateAdd(shared, half_difference(expansion, x, y)));
}

/// (x + y + 1) >> 1 without overflow: (x | y) - ((x ^ y) >> 1).
bool expand_rhadd(Expansion &expansion) {
  if (!takes_integers(expansion, 2)) {
    return false;
  }
  Value *x = expansion.argument(0);
  Value *y = expansion.argument(1);
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *either = builder.CreateOr(x, y);
  return expansion.finish(builder.CreateSub(either, half_difference(expansion, x, y)));
}

bool expand_count_zeros(Expansion &expansion) {
  if (!takes_integers(expansion, 1)) {
    return false;
  }
  Value *value = expansion.argument(0);
  // OpenCL defines clz and ctz of 0 as the width of the type.
  return expansion.finish(expansion.builder().CreateIntrinsic(
      expansion.name() == "clz" ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz, {value->getType()},
      {value, expansion.builder().getFalse()}));
}

bool expand_popcount(Expansion &expansion) {
  return takes_integers(expansion, 1) &&
         expansion.finish(expansion.intrinsic(llvm::Intrinsic::ctpop, {expansion.argument(0)}));
}

bool expand_rotate(Expansion &expansion) {
  if (!takes_integers(expansion, 2)) {
    return false;
  }
  Value *x = expansion.argument(0);
  return expansion.finish(
      expansion.intrinsic(llvm::Intrinsic::fshl, {x, x, expansion.argument(1)}));
}

bool expand_mul_hi(Expansion &expansion) {
  return takes_integers(expansion, 2) &&
         expansion.finish(high_half(expansion, expansion.argument(0), expansion.argument(1)));
}

bool expand_mad_hi(Expansion &expansion) {
  return takes_integers(expansion, 3) &&
         expansion.finish(expansion.builder().CreateAdd(
             high_half(expansion, expansion.argument(0), expansion.argument(1)),
             expansion.argument(2)));
}

bool expand_mad_sat(Expansion &expansion) {
  if (!takes_integers(expansion, 3)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  // The product of two n-bit numbers plus an n-bit number always fits 2n bits, signed or not.
  Value *sum = builder.CreateAdd(builder.CreateMul(widen(expansion, expansion.argument(0)),
                                                   widen(expansion, expansion.argument(1))),
                                 widen(expansion, expansion.argument(2)));
  const unsigned bits = element_bits(expansion);
  llvm::Type *wide = sum->getType();
  if (expansion.is_signed(0)) {
    sum = expansion.intrinsic(
        llvm::Intrinsic::smin,
        {sum, Expansion::constant(wide, llvm::APInt::getSignedMaxValue(bits).sext(2 * bits))});
    sum = expansion.intrinsic(
        llvm::Intrinsic::smax,
        {sum, Expansion::constant(wide, llvm::APInt::getSignedMinValue(bits).sext(2 * bits))});
  } else {
    sum = expansion.intrinsic(
        llvm::Intrinsic::umin,
        {sum, Expansion::constant(wide, llvm::APInt::getMaxValue(bits).zext(2 * bits))});
  }
  return expansion.finish(builder.CreateTrunc(sum, expansion.result_type()));
}

/// Beyond 24 bits the result is implementation-defined: here that of a 32-bit multiplication.
bool expand_mul24(Expansion &expansion) {
  return takes_integers(expansion, 2) && element_bits(expansion) == 32 &&
         expansion.finish(
             expansion.builder().CreateMul(expansion.argument(0), expansion.argument(1)));
}

bool expand_mad24(Expansion &expansion) {
  return takes_integers(expansion, 3) && element_bits(expansion) == 32 &&
         expansion.finish(expansion.builder().CreateAdd(
             expansion.builder().CreateMul(expansion.argument(0), expansion.argument(1)),
             expansion.argument(2)));
}

bool expand_upsample(Expansion &expansion) {
  if (expansion.size() != 2 || expansion.type(0).is_pointer || expansion.type(1).is_pointer ||
      !is_integer(expansion.type(0).element) || !is_integer(expansion.type(1).element) ||
      !expansion.result_type()->isIntOrIntVectorTy() ||
      expansion.argument(0)->getType() != expansion.argument(1)->getType() ||
      widened(expansion.argument(0)->getType()) != expansion.result_type()) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *high = builder.CreateShl(
      builder.CreateZExt(expansion.argument(0), expansion.result_type()), element_bits(expansion));
  return expansion.finish(
      builder.CreateOr(high, builder.CreateZExt(expansion.argument(1), expansion.result_type())));
}

constexpr NamedExpansion integer_table[] = {
    {"abs", expand_abs},           {"abs_diff", expand_abs_diff}, {"add_sat", expand_add_sat},
    {"sub_sat", expand_sub_sat},   {"hadd", expand_hadd},         {"rhadd", expand_rhadd},
    {"clz", expand_count_zeros},   {"ctz", expand_count_zeros},   {"popcount", expand_popcount},
    {"rotate", expand_rotate},     {"mul_hi", expand_mul_hi},     {"mad_hi", expand_mad_hi},
    {"mad_sat", expand_mad_sat},   {"mul24", expand_mul24},       {"mad24", expand_mad24},
    {"upsample", expand_upsample},
};

}  // namespace

bool expand_integer(Expansion &expansion) {
  return expand_from_table(integer_table, expansion);
}

}  // namespace mux::compiler::builtins
