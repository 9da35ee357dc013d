// Relational built-ins (OpenCL C 6.15.6). True is 1 for scalars, -1 in each lane for vectors.

#include <llvm/IR/Intrinsics.h>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::CmpInst;
using llvm::Value;

bool takes_equal_floats(Expansion &expansion, size_t count) {
  if (expansion.size() != count || expansion.type(0).is_pointer ||
      !is_floating_point(expansion.type(0).element)) {
    return false;
  }
  for (size_t i = 1; i < count; ++i) {
    if (!(expansion.type(i) == expansion.type(0))) {
      return false;
    }
  }
  return true;
}

/// Converts i1 to OpenCL's representation of true.
bool finish_condition(Expansion &expansion, Value *condition) {
  llvm::Type *type = expansion.result_type();
  if (!type->isIntOrIntVectorTy() || type->isVectorTy() != condition->getType()->isVectorTy()) {
    return false;
  }
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector != nullptr &&
      vector->getElementCount() !=
          llvm::cast<llvm::FixedVectorType>(condition->getType())->getElementCount()) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  return expansion.finish(vector != nullptr ? builder.CreateSExt(condition, type)
                                            : builder.CreateZExt(condition, type));
}

template <CmpInst::Predicate predicate>
bool expand_comparison(Expansion &expansion) {
  return takes_equal_floats(expansion, 2) &&
         finish_condition(expansion, expansion.builder().CreateFCmp(
                                         predicate, expansion.argument(0), expansion.argument(1)));
}

/// Bitcasts the value to integers of the same width.
Value *bits_of(Expansion &expansion, Value *value) {
  llvm::Type *type = value->getType();
  if (type->isIntOrIntVectorTy()) {
    return value;
  }
  llvm::Type *integer = llvm::IntegerType::get(type->getContext(), type->getScalarSizeInBits());
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    integer = llvm::FixedVectorType::get(integer, vector->getNumElements());
  }
  return expansion.builder().CreateBitCast(value, integer);
}

template <unsigned classes>
bool expand_classification(Expansion &expansion) {
  return takes_equal_floats(expansion, 1) &&
         finish_condition(expansion,
                          expansion.builder().createIsFPClass(expansion.argument(0), classes));
}

bool expand_signbit(Expansion &expansion) {
  if (!takes_equal_floats(expansion, 1)) {
    return false;
  }
  Value *bits = bits_of(expansion, expansion.argument(0));
  return finish_condition(expansion, expansion.builder().CreateICmpSLT(
                                         bits, llvm::Constant::getNullValue(bits->getType())));
}

/// any and all test the most significant bit of each lane.
bool expand_reduction(Expansion &expansion) {
  if (expansion.size() != 1 || expansion.type(0).is_pointer ||
      !is_signed_integer(expansion.type(0).element) || !expansion.result_type()->isIntegerTy(32)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *value = expansion.argument(0);
  Value *negative = builder.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
  if (value->getType()->isVectorTy()) {
    negative = expansion.name() == "any" ? builder.CreateOrReduce(negative)
                                         : builder.CreateAndReduce(negative);
  }
  return expansion.finish(builder.CreateZExt(negative, expansion.result_type()));
}

bool expand_bitselect(Expansion &expansion) {
  if (!expansion.takes_results(3)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *when_clear = bits_of(expansion, expansion.argument(0));
  Value *when_set = bits_of(expansion, expansion.argument(1));
  Value *mask = bits_of(expansion, expansion.argument(2));
  Value *bits = builder.CreateOr(builder.CreateAnd(when_set, mask),
                                 builder.CreateAnd(when_clear, builder.CreateNot(mask)));
  return expansion.finish(builder.CreateBitCast(bits, expansion.result_type()));
}

bool expand_select(Expansion &expansion) {
  if (expansion.size() != 3 || expansion.type(0).is_pointer ||
      expansion.argument(0)->getType() != expansion.result_type() ||
      expansion.argument(1)->getType() != expansion.result_type() ||
      !is_integer(expansion.type(2).element) || expansion.type(2).is_pointer ||
      expansion.type(2).lanes != expansion.type(0).lanes) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *choice = expansion.argument(2);
  llvm::Constant *zero = llvm::Constant::getNullValue(choice->getType());
  Value *second = choice->getType()->isVectorTy() ? builder.CreateICmpSLT(choice, zero)
                                                  : builder.CreateICmpNE(choice, zero);
  return expansion.finish(
      builder.CreateSelect(second, expansion.argument(1), expansion.argument(0)));
}

constexpr NamedExpansion relational_table[] = {
    {"isequal", expand_comparison<CmpInst::FCMP_OEQ>},
    {"isnotequal", expand_comparison<CmpInst::FCMP_UNE>},
    {"isgreater", expand_comparison<CmpInst::FCMP_OGT>},
    {"isgreaterequal", expand_comparison<CmpInst::FCMP_OGE>},
    {"isless", expand_comparison<CmpInst::FCMP_OLT>},
    {"islessequal", expand_comparison<CmpInst::FCMP_OLE>},
    {"islessgreater", expand_comparison<CmpInst::FCMP_ONE>},
    {"isordered", expand_comparison<CmpInst::FCMP_ORD>},
    {"isunordered", expand_comparison<CmpInst::FCMP_UNO>},
    {"isfinite", expand_classification<llvm::fcFinite>},
    {"isinf", expand_classification<llvm::fcInf>},
    {"isnan", expand_classification<llvm::fcNan>},
    {"isnormal", expand_classification<llvm::fcNormal>},
    {"signbit", expand_signbit},
    {"any", expand_reduction},
    {"all", expand_reduction},
    {"bitselect", expand_bitselect},
    {"select", expand_select},
};

}  // namespace

bool expand_relational(Expansion &expansion) {
  return expand_from_table(relational_table, expansion);
}

}  // namespace mux::compiler::builtins
