// Common built-ins (OpenCL C 6.15.4), and min, max and clamp of integers.

#include <llvm/IR/Intrinsics.h>

#include <numbers>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

bool takes_floats(Expansion &expansion, size_t count) {
  return expansion.takes_results_or_scalars(count) && is_real(expansion.type(0).element);
}

/// The minimum (or maximum) of two numbers, with the semantics of x86's min and max: the second
/// operand if they are equal. If either is NaN, OpenCL allows any result; it is the second operand,
/// because programs remove NaN by `max(x, 0.0f)`.
Value *choose(Expansion &expansion, bool smaller, Value *x, Value *y) {
  llvm::IRBuilder<> &builder = expansion.builder();
  if (x->getType()->isFPOrFPVectorTy()) {
    Value *take_x = smaller ? builder.CreateFCmpOLT(x, y) : builder.CreateFCmpOGT(x, y);
    return builder.CreateSelect(take_x, x, y);
  }
  if (expansion.is_signed(0)) {
    return expansion.intrinsic(smaller ? llvm::Intrinsic::smin : llvm::Intrinsic::smax, {x, y});
  }
  return expansion.intrinsic(smaller ? llvm::Intrinsic::umin : llvm::Intrinsic::umax, {x, y});
}

bool is_arithmetic(Element element) {
  return is_integer(element) || is_floating_point(element);
}

bool expand_min_max(Expansion &expansion) {
  return expansion.takes_results_or_scalars(2) && is_arithmetic(expansion.type(0).element) &&
         expansion.finish(choose(expansion, expansion.name() == "min",
                                 expansion.splatted_argument(0), expansion.splatted_argument(1)));
}

bool expand_clamp(Expansion &expansion) {
  if (!expansion.takes_results_or_scalars(3) || !is_arithmetic(expansion.type(0).element)) {
    return false;
  }
  Value *x = expansion.splatted_argument(0);
  Value *least = expansion.splatted_argument(1);
  Value *greatest = expansion.splatted_argument(2);
  if (x->getType()->isFPOrFPVectorTy()) {
    // fmin(fmax(x, least), greatest): NaN becomes `least`.
    Value *raised = expansion.intrinsic(llvm::Intrinsic::maxnum, {x, least});
    return expansion.finish(expansion.intrinsic(llvm::Intrinsic::minnum, {raised, greatest}));
  }
  return expansion.finish(choose(expansion, true, choose(expansion, false, x, least), greatest));
}

bool expand_degrees(Expansion &expansion) {
  return takes_floats(expansion, 1) &&
         expansion.finish(expansion.builder().CreateFMul(
             expansion.argument(0),
             Expansion::constant(expansion.result_type(), 180.0 / std::numbers::pi)));
}

bool expand_radians(Expansion &expansion) {
  return takes_floats(expansion, 1) &&
         expansion.finish(expansion.builder().CreateFMul(
             expansion.argument(0),
             Expansion::constant(expansion.result_type(), std::numbers::pi / 180.0)));
}

bool expand_mix(Expansion &expansion) {
  if (!takes_floats(expansion, 3)) {
    return false;
  }
  Value *x = expansion.splatted_argument(0);
  Value *distance = expansion.builder().CreateFSub(expansion.splatted_argument(1), x);
  return expansion.finish(
      expansion.intrinsic(llvm::Intrinsic::fmuladd, {distance, expansion.splatted_argument(2), x}));
}

bool expand_step(Expansion &expansion) {
  if (!takes_floats(expansion, 2)) {
    return false;
  }
  llvm::Type *type = expansion.result_type();
  Value *below = expansion.builder().CreateFCmpOLT(expansion.splatted_argument(1),
                                                   expansion.splatted_argument(0));
  return expansion.finish(expansion.builder().CreateSelect(below, Expansion::constant(type, 0.0),
                                                           Expansion::constant(type, 1.0)));
}

bool expand_smoothstep(Expansion &expansion) {
  if (!takes_floats(expansion, 3)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Type *type = expansion.result_type();
  Value *edge0 = expansion.splatted_argument(0);
  Value *t = builder.CreateFDiv(builder.CreateFSub(expansion.splatted_argument(2), edge0),
                                builder.CreateFSub(expansion.splatted_argument(1), edge0));
  t = choose(expansion, false, t, Expansion::constant(type, 0.0));
  t = choose(expansion, true, t, Expansion::constant(type, 1.0));
  Value *factor = builder.CreateFSub(Expansion::constant(type, 3.0),
                                     builder.CreateFMul(Expansion::constant(type, 2.0), t));
  return expansion.finish(builder.CreateFMul(builder.CreateFMul(t, t), factor));
}

bool expand_sign(Expansion &expansion) {
  if (!takes_floats(expansion, 1)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Type *type = expansion.result_type();
  Value *x = expansion.argument(0);
  Value *zero = Expansion::constant(type, 0.0);
  Value *magnitude =
      builder.CreateSelect(builder.CreateFCmpUEQ(x, zero), zero, Expansion::constant(type, 1.0));
  Value *result = expansion.intrinsic(llvm::Intrinsic::copysign, {magnitude, x});
  return expansion.finish(builder.CreateSelect(builder.CreateFCmpUNO(x, x), zero, result));
}

constexpr NamedExpansion common_table[] = {
    {"min", expand_min_max},     {"max", expand_min_max},           {"clamp", expand_clamp},
    {"degrees", expand_degrees}, {"radians", expand_radians},       {"mix", expand_mix},
    {"step", expand_step},       {"smoothstep", expand_smoothstep}, {"sign", expand_sign},
};

}  // namespace

bool expand_common(Expansion &expansion) {
  return expand_from_table(common_table, expansion);
}

}  // namespace mux::compiler::builtins
