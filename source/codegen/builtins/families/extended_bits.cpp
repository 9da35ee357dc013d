// Offsets and counts may be equal to an element's width, by which a shift is poison in LLVM: all
// shift amounts are masked to the width, and empty fields are handled separately.

#include <llvm/IR/Intrinsics.h>

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Whether the parameters are `integers` integers of the result's width, an offset and a count.
bool takes_field(Expansion &expansion, size_t integers) {
  if (expansion.size() != integers + 2) {
    return false;
  }
  for (size_t i = 0; i < integers; ++i) {
    if (expansion.type(i).is_pointer || !is_integer(expansion.type(i).element) ||
        expansion.argument(i)->getType() != expansion.result_type()) {
      return false;
    }
  }
  return expansion.argument(integers)->getType()->isIntegerTy(32) &&
         expansion.argument(integers + 1)->getType()->isIntegerTy(32);
}

/// A bit field of an element: its offset, its size, and the element's width, as scalars of the
/// element's type.
struct Field {
  Value *offset;
  Value *count;
  llvm::ConstantInt *width;
};

/// The field given by the last two parameters.
Field field_of(Expansion &expansion) {
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Type *element = expansion.result_type()->getScalarType();
  const size_t size = expansion.size();
  return {builder.CreateZExtOrTrunc(expansion.argument(size - 2), element),
          builder.CreateZExtOrTrunc(expansion.argument(size - 1), element),
          llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(element),
                                 element->getIntegerBitWidth())};
}

/// Masks a shift amount to less than the element's width, so that the shift is not poison.
Value *within_width(Expansion &expansion, const Field &field, Value *distance) {
  return expansion.builder().CreateAnd(
      distance, llvm::ConstantInt::get(field.width->getType(), field.width->getZExtValue() - 1));
}

/// Splats a scalar if the result is a vector.
Value *for_all(Expansion &expansion, Value *scalar) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(expansion.result_type());
  return vector == nullptr
             ? scalar
             : expansion.builder().CreateVectorSplat(vector->getNumElements(), scalar);
}

Value *is_empty(Expansion &expansion, const Field &field) {
  return expansion.builder().CreateIsNull(field.count);
}

bool expand_insert(Expansion &expansion) {
  if (!takes_field(expansion, 2)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  const Field field = field_of(expansion);
  llvm::Constant *all_bits = llvm::Constant::getAllOnesValue(field.width->getType());
  Value *low = builder.CreateLShr(
      all_bits, within_width(expansion, field, builder.CreateSub(field.width, field.count)));
  low = builder.CreateSelect(is_empty(expansion, field),
                             llvm::Constant::getNullValue(field.width->getType()), low);
  Value *offset = within_width(expansion, field, field.offset);
  Value *mask = for_all(expansion, builder.CreateShl(low, offset));
  Value *moved = builder.CreateShl(expansion.argument(1), for_all(expansion, offset));
  Value *base = builder.CreateAnd(expansion.argument(0), builder.CreateNot(mask));
  return expansion.finish(builder.CreateOr(base, builder.CreateAnd(moved, mask)));
}

bool expand_extract(Expansion &expansion) {
  if (!takes_field(expansion, 1)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  const Field field = field_of(expansion);
  Value *above = builder.CreateSub(field.width, field.count);
  Value *left = within_width(expansion, field, builder.CreateSub(above, field.offset));
  Value *right = for_all(expansion, within_width(expansion, field, above));
  Value *at_the_top = builder.CreateShl(expansion.argument(0), for_all(expansion, left));
  Value *extracted = expansion.name() == "bitfield_extract_signed"
                         ? builder.CreateAShr(at_the_top, right)
                         : builder.CreateLShr(at_the_top, right);
  return expansion.finish(
      builder.CreateSelect(is_empty(expansion, field),
                           llvm::Constant::getNullValue(expansion.result_type()), extracted));
}

bool expand_reverse(Expansion &expansion) {
  return expansion.takes_results(1) && is_integer(expansion.type(0).element) &&
         expansion.finish(
             expansion.intrinsic(llvm::Intrinsic::bitreverse, {expansion.argument(0)}));
}

constexpr NamedExpansion extended_bit_table[] = {
    {"bitfield_insert", expand_insert},
    {"bitfield_extract_signed", expand_extract},
    {"bitfield_extract_unsigned", expand_extract},
    {"bit_reverse", expand_reverse},
};

}  // namespace

bool expand_extended_bits(Expansion &expansion) {
  return expand_from_table(extended_bit_table, expansion);
}

}  // namespace mux::compiler::builtins
