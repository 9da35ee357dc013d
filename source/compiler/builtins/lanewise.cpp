#include "compiler/builtins/lanewise.h"

#include "compiler/builtins/expansion.h"

namespace mux::compiler::builtins {

std::optional<Signature> scalar_signature(const Signature &vector) {
  Signature scalar = vector;
  unsigned lanes = 1;
  for (ParameterType &parameter : scalar.parameters) {
    if (parameter.lanes == 1) {
      continue;
    }
    if (lanes != 1 && parameter.lanes != lanes) {
      return std::nullopt;
    }
    lanes = parameter.lanes;
    parameter.lanes = 1;
  }
  if (lanes == 1) {
    return std::nullopt;
  }
  return scalar;
}

llvm::FunctionType *scalar_function_type(const Signature &scalar, llvm::Type *vector_result) {
  llvm::SmallVector<llvm::Type *, 4> types;
  for (const ParameterType &parameter : scalar.parameters) {
    types.push_back(llvm_type(vector_result->getContext(), parameter));
  }
  return llvm::FunctionType::get(vector_result->getScalarType(), types, false);
}

void expand_lanewise(llvm::Function &function, const Signature &vector, llvm::Function &scalar) {
  Expansion expansion(function, vector);
  llvm::IRBuilder<> &builder = expansion.builder();
  const auto *type = llvm::cast<llvm::FixedVectorType>(function.getReturnType());
  llvm::Value *result = llvm::PoisonValue::get(function.getReturnType());
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    llvm::SmallVector<llvm::Value *, 4> arguments;
    for (unsigned i = 0; i < expansion.size(); ++i) {
      llvm::Value *argument = expansion.argument(i);
      const ParameterType &parameter = expansion.type(i);
      if (parameter.lanes > 1 && parameter.is_pointer) {
        ParameterType element = parameter;
        element.lanes = 1;
        argument = builder.CreateConstGEP1_32(pointee_type(function.getContext(), element),
                                              argument, lane);
      } else if (parameter.lanes > 1) {
        argument = builder.CreateExtractElement(argument, lane);
      }
      arguments.push_back(argument);
    }
    result = builder.CreateInsertElement(result, builder.CreateCall(&scalar, arguments), lane);
  }
  expansion.finish(result);
}

}  // namespace mux::compiler::builtins
