#include "codegen/builtins/lanewise.h"

#include "codegen/builtins/expansion.h"

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

namespace {

/// Wider vectors use a loop over the lanes, to limit code size.
constexpr unsigned max_unrolled_lanes = 4;

/// The address of one lane of the vector that a pointer parameter points to.
llvm::Value *lane_pointer(Expansion &expansion, unsigned index, llvm::Value *lane) {
  ParameterType element = expansion.type(index);
  element.lanes = 1;
  return expansion.builder().CreateGEP(pointee_type(expansion.function().getContext(), element),
                                       expansion.argument(index), lane);
}

void expand_in_line(Expansion &expansion, llvm::FixedVectorType *type, llvm::Function &scalar) {
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    llvm::SmallVector<llvm::Value *, 4> arguments;
    for (unsigned i = 0; i < expansion.size(); ++i) {
      const ParameterType &parameter = expansion.type(i);
      if (parameter.lanes > 1 && parameter.is_pointer) {
        arguments.push_back(lane_pointer(expansion, i, builder.getInt32(lane)));
      } else if (parameter.lanes > 1) {
        arguments.push_back(builder.CreateExtractElement(expansion.argument(i), lane));
      } else {
        arguments.push_back(expansion.argument(i));
      }
    }
    result = builder.CreateInsertElement(result, builder.CreateCall(&scalar, arguments), lane);
  }
  expansion.finish(result);
}

/// An alloca of an array with an element for each lane.
llvm::AllocaInst *lane_array(llvm::IRBuilder<> &builder, llvm::Type *vector) {
  auto *type = llvm::cast<llvm::FixedVectorType>(vector);
  llvm::AllocaInst *array =
      builder.CreateAlloca(llvm::ArrayType::get(type->getElementType(), type->getNumElements()));
  array->setAlignment(builder.GetInsertBlock()->getDataLayout().getABITypeAlign(type));
  return array;
}

void expand_as_loop(Expansion &expansion, llvm::FixedVectorType *type, llvm::Function &scalar) {
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::LLVMContext &context = builder.getContext();
  llvm::SmallVector<llvm::AllocaInst *, 4> arrays(expansion.size());
  for (unsigned i = 0; i < expansion.size(); ++i) {
    if (expansion.type(i).lanes > 1 && !expansion.type(i).is_pointer) {
      arrays[i] = lane_array(builder, expansion.argument(i)->getType());
      builder.CreateStore(expansion.argument(i), arrays[i]);
    }
  }
  llvm::AllocaInst *results = lane_array(builder, type);
  llvm::BasicBlock *entry = builder.GetInsertBlock();
  auto *loop = llvm::BasicBlock::Create(context, "lane", &expansion.function());
  auto *end = llvm::BasicBlock::Create(context, "lanes.done", &expansion.function());
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *lane = builder.CreatePHI(builder.getInt32Ty(), 2);
  lane->addIncoming(builder.getInt32(0), entry);
  llvm::SmallVector<llvm::Value *, 4> arguments;
  for (unsigned i = 0; i < expansion.size(); ++i) {
    if (arrays[i] != nullptr) {
      llvm::Type *element = expansion.argument(i)->getType()->getScalarType();
      arguments.push_back(builder.CreateLoad(element, builder.CreateGEP(element, arrays[i], lane)));
    } else if (expansion.type(i).lanes > 1) {
      arguments.push_back(lane_pointer(expansion, i, lane));
    } else {
      arguments.push_back(expansion.argument(i));
    }
  }
  builder.CreateStore(builder.CreateCall(&scalar, arguments),
                      builder.CreateGEP(type->getElementType(), results, lane));
  llvm::Value *next = builder.CreateAdd(lane, builder.getInt32(1), "", true, true);
  lane->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(type->getNumElements())), loop,
                       end);
  builder.SetInsertPoint(end);
  expansion.finish(builder.CreateLoad(type, results));
}

}  // namespace

void expand_lanewise(llvm::Function &function, const Signature &vector, llvm::Function &scalar) {
  Expansion expansion(function, vector);
  auto *type = llvm::cast<llvm::FixedVectorType>(function.getReturnType());
  if (type->getNumElements() <= max_unrolled_lanes) {
    expand_in_line(expansion, type, scalar);
  } else {
    expand_as_loop(expansion, type, scalar);
  }
}

}  // namespace mux::compiler::builtins
