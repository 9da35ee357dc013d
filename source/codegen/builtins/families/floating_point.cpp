// Mathematical built-ins that are an LLVM intrinsic or a few instructions (OpenCL C 6.15.2). The
// half_ and native_ functions, which may be less precise, use the same code where it is a single
// instruction.

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include "codegen/builtins/expansion.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Whether there are `count` floating-point parameters of the result's type. Half is included: the
/// operations are exact or correctly rounded for every type.
bool takes_numbers(Expansion &expansion, size_t count) {
  return expansion.takes_results(count) && is_floating_point(expansion.type(0).element);
}

bool takes_reals(Expansion &expansion, size_t count) {
  return expansion.takes_results(count) && is_real(expansion.type(0).element);
}

template <llvm::Intrinsic::ID id>
bool expand_unary(Expansion &expansion) {
  return takes_numbers(expansion, 1) &&
         expansion.finish(expansion.intrinsic(id, {expansion.argument(0)}));
}

bool expand_copysign(Expansion &expansion) {
  return takes_numbers(expansion, 2) &&
         expansion.finish(expansion.intrinsic(llvm::Intrinsic::copysign,
                                              {expansion.argument(0), expansion.argument(1)}));
}

template <llvm::Intrinsic::ID id>
bool expand_ternary(Expansion &expansion) {
  return takes_numbers(expansion, 3) &&
         expansion.finish(expansion.intrinsic(
             id, {expansion.argument(0), expansion.argument(1), expansion.argument(2)}));
}

template <llvm::Intrinsic::ID id>
bool expand_extremum(Expansion &expansion) {
  return expansion.takes_results_or_scalars(2) && is_floating_point(expansion.type(0).element) &&
         expansion.finish(expansion.intrinsic(
             id, {expansion.splatted_argument(0), expansion.splatted_argument(1)}));
}

/// fdim: x - y where x > y, else +0; NaN if either is NaN.
bool expand_fdim(Expansion &expansion) {
  if (!takes_numbers(expansion, 2)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *x = expansion.argument(0);
  Value *y = expansion.argument(1);
  return expansion.finish(builder.CreateSelect(builder.CreateFCmpOLE(x, y),
                                               Expansion::constant(expansion.result_type(), 0.0),
                                               builder.CreateFSub(x, y)));
}

/// maxmag (or minmag): the operand of greater (or smaller) magnitude; fmax (or fmin) of both if the
/// magnitudes are equal.
template <llvm::Intrinsic::ID id>
bool expand_magnitude_extremum(Expansion &expansion) {
  if (!takes_numbers(expansion, 2)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *x = expansion.argument(0);
  Value *y = expansion.argument(1);
  Value *x_magnitude = expansion.intrinsic(llvm::Intrinsic::fabs, {x});
  Value *y_magnitude = expansion.intrinsic(llvm::Intrinsic::fabs, {y});
  Value *x_greater = builder.CreateFCmpOGT(x_magnitude, y_magnitude);
  Value *y_greater = builder.CreateFCmpOGT(y_magnitude, x_magnitude);
  const bool maximum = id == llvm::Intrinsic::maxnum;
  Value *neither = expansion.intrinsic(id, {x, y});
  return expansion.finish(
      builder.CreateSelect(maximum ? x_greater : y_greater, x,
                           builder.CreateSelect(maximum ? y_greater : x_greater, y, neither)));
}

/// For float the library has an rsqrt without square root and division, which is faster on
/// processors without an instruction for reciprocal square root estimates. Vectors of float are
/// expanded lane by lane.
bool expand_rsqrt(Expansion &expansion) {
  const bool is_double = expansion.result_type()->getScalarType()->isDoubleTy();
  const bool estimated =
      (is_double || expansion.result_type()->isFloatTy()) && has_processor_operations();
  if (!takes_reals(expansion, 1) || (expansion.type(0).element == Element::float32 && !estimated)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  constexpr float tolerance = 2.0F;
  llvm::MDNode *accuracy =
      estimated ? llvm::MDBuilder(builder.getContext()).createFPMath(tolerance) : nullptr;
  Value *root = expansion.intrinsic(llvm::Intrinsic::sqrt, {expansion.argument(0)});
  Value *one = Expansion::constant(expansion.result_type(), 1.0);
  return expansion.finish(builder.CreateFDiv(one, root, "", accuracy));
}

bool expand_reciprocal(Expansion &expansion) {
  return takes_reals(expansion, 1) &&
         expansion.finish(expansion.builder().CreateFDiv(
             Expansion::constant(expansion.result_type(), 1.0), expansion.argument(0)));
}

bool expand_divide(Expansion &expansion) {
  return takes_reals(expansion, 2) && expansion.finish(expansion.builder().CreateFDiv(
                                          expansion.argument(0), expansion.argument(1)));
}

/// nan: a quiet NaN with the argument as payload.
bool expand_nan(Expansion &expansion) {
  llvm::Type *type = expansion.result_type();
  if (expansion.size() != 1 || expansion.type(0).is_pointer ||
      !is_integer(expansion.type(0).element) || !type->isFPOrFPVectorTy()) {
    return false;
  }
  Value *payload = expansion.argument(0);
  llvm::Type *bits_type = payload->getType();
  if (bits_type->getPrimitiveSizeInBits() != type->getPrimitiveSizeInBits() ||
      bits_type->getScalarSizeInBits() != type->getScalarSizeInBits()) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  const llvm::fltSemantics &format = type->getScalarType()->getFltSemantics();
  const llvm::APInt quiet = llvm::APFloat::getQNaN(format).bitcastToAPInt();
  // All bits of the significand but the implicit leading bit and the quiet bit.
  const llvm::APInt significand = llvm::APInt::getLowBitsSet(
      quiet.getBitWidth(), llvm::APFloat::semanticsPrecision(format) - 2);
  Value *bits =
      builder.CreateOr(builder.CreateAnd(payload, llvm::ConstantInt::get(bits_type, significand)),
                       llvm::ConstantInt::get(bits_type, quiet));
  return expansion.finish(builder.CreateBitCast(bits, type));
}

constexpr NamedExpansion floating_point_table[] = {
    {"fabs", expand_unary<llvm::Intrinsic::fabs>},
    {"ceil", expand_unary<llvm::Intrinsic::ceil>},
    {"floor", expand_unary<llvm::Intrinsic::floor>},
    {"trunc", expand_unary<llvm::Intrinsic::trunc>},
    {"rint", expand_unary<llvm::Intrinsic::rint>},
    {"round", expand_unary<llvm::Intrinsic::round>},
    {"sqrt", expand_unary<llvm::Intrinsic::sqrt>},
    {"half_sqrt", expand_unary<llvm::Intrinsic::sqrt>},
    {"native_sqrt", expand_unary<llvm::Intrinsic::sqrt>},
    {"copysign", expand_copysign},
    {"fma", expand_ternary<llvm::Intrinsic::fma>},
    {"mad", expand_ternary<llvm::Intrinsic::fmuladd>},
    {"fmin", expand_extremum<llvm::Intrinsic::minnum>},
    {"fmax", expand_extremum<llvm::Intrinsic::maxnum>},
    {"fdim", expand_fdim},
    {"maxmag", expand_magnitude_extremum<llvm::Intrinsic::maxnum>},
    {"minmag", expand_magnitude_extremum<llvm::Intrinsic::minnum>},
    {"rsqrt", expand_rsqrt},
    {"half_rsqrt", expand_rsqrt},
    {"native_rsqrt", expand_rsqrt},
    {"half_recip", expand_reciprocal},
    {"half_divide", expand_divide},
    {"nan", expand_nan},
};

}  // namespace

bool expand_floating_point(Expansion &expansion) {
  return expand_from_table(floating_point_table, expansion);
}

}  // namespace mux::compiler::builtins
