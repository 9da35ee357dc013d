// shuffle and shuffle2 (OpenCL C 6.15.12.7): the mask is a run-time value, of which only the low
// bits are used.

#include "codegen/builtins/expansion.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

/// Selects lanes of `table`, whose length is a power of two, by the low bits of the mask's lanes.
Value *pick(Expansion &expansion, Value *table, Value *mask) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const unsigned table_lanes =
      llvm::cast<llvm::FixedVectorType>(table->getType())->getNumElements();
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  Value *result = llvm::PoisonValue::get(expansion.result_type());
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Value *selector = builder.CreateExtractElement(mask, lane);
    selector =
        builder.CreateAnd(selector, llvm::ConstantInt::get(selector->getType(), table_lanes - 1));
    result =
        builder.CreateInsertElement(result, builder.CreateExtractElement(table, selector), lane);
  }
  return result;
}

/// Whether the parameters are `tables` vectors of one type and a mask of as many lanes as the
/// result has.
bool takes_tables(Expansion &expansion, size_t tables) {
  if (expansion.size() != tables + 1) {
    return false;
  }
  const ParameterType &table = expansion.type(0);
  const ParameterType &mask = expansion.type(tables);
  const auto *result = llvm::dyn_cast<llvm::FixedVectorType>(expansion.result_type());
  return !table.is_pointer && table.lanes > 1 && (table.lanes & (table.lanes - 1)) == 0 &&
         expansion.type(tables - 1) == table && !mask.is_pointer && mask.lanes > 1 &&
         is_integer(mask.element) && result != nullptr && result->getNumElements() == mask.lanes &&
         result->getElementType() == expansion.argument(0)->getType()->getScalarType();
}

}  // namespace

bool expand_shuffle(Expansion &expansion) {
  if (expansion.name() == "shuffle" && takes_tables(expansion, 1)) {
    return expansion.finish(pick(expansion, expansion.argument(0), expansion.argument(1)));
  }
  if (expansion.name() == "shuffle2" && takes_tables(expansion, 2)) {
    llvm::SmallVector<int, 32> both;
    for (int lane = 0; lane < static_cast<int>(2 * expansion.type(0).lanes); ++lane) {
      both.push_back(lane);
    }
    Value *table =
        expansion.builder().CreateShuffleVector(expansion.argument(0), expansion.argument(1), both);
    return expansion.finish(pick(expansion, table, expansion.argument(2)));
  }
  return false;
}

}  // namespace mux::compiler::builtins
