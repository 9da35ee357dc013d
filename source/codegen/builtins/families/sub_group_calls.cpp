#include "codegen/builtins/families/sub_group_calls.h"

#include "codegen/builtins/pipeline_calls.h"

namespace mux::compiler::builtins {

using llvm::Value;

Value *call(Expansion &expansion, const SubGroupCall &function, llvm::Type *type,
            llvm::ArrayRef<Value *> arguments) {
  return call_sub_group(expansion.builder(), function, type, arguments);
}

bool has_sub_group_markers(Expansion &expansion) {
  return lane(expansion) != nullptr && max_size(expansion) != nullptr &&
         call(expansion, {SubGroupFunction::ballot}, nullptr, {expansion.builder().getFalse()}) !=
             nullptr &&
         query(expansion, "_Z19get_local_linear_idv") != nullptr &&
         query_product(expansion, "_Z14get_local_sizej") != nullptr &&
         query_product(expansion, "_Z23get_enqueued_local_sizej") != nullptr;
}

Value *lane(Expansion &expansion) {
  return call(expansion, {SubGroupFunction::lane}, nullptr, {});
}

Value *max_size(Expansion &expansion) {
  return call(expansion, {SubGroupFunction::max_size}, nullptr, {});
}

Value *wide(Expansion &expansion, Value *count) {
  return expansion.builder().CreateZExt(count, expansion.builder().getInt64Ty(), "", true);
}

bool is_value(const ParameterType &type) {
  return !type.is_pointer && type.element != Element::named;
}

Value *shuffle(Expansion &expansion, Value *value, Value *from) {
  llvm::IRBuilder<> &builder = expansion.builder();
  const SubGroupCall function{SubGroupFunction::shuffle};
  const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (type == nullptr) {
    return call(expansion, function, value->getType(), {value, from});
  }
  Value *result = llvm::PoisonValue::get(value->getType());
  for (uint64_t i = 0; i < type->getNumElements(); ++i) {
    Value *element = call(expansion, function, type->getElementType(),
                          {builder.CreateExtractElement(value, i), from});
    result = element == nullptr ? nullptr : builder.CreateInsertElement(result, element, i);
    if (result == nullptr) {
      return nullptr;
    }
  }
  return result;
}

}  // namespace mux::compiler::builtins
