#include "codegen/builtins/expansion.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace mux::compiler::builtins {
namespace {

llvm::Type *scalar_type(llvm::LLVMContext &context, const ParameterType &type) {
  switch (type.element) {
    case Element::float16:
      return llvm::Type::getHalfTy(context);
    case Element::float32:
      return llvm::Type::getFloatTy(context);
    case Element::float64:
      return llvm::Type::getDoubleTy(context);
    case Element::named:
      return nullptr;
    default:
      return llvm::IntegerType::get(context, bit_width(type.element));
  }
}

}  // namespace

Expansion::Expansion(llvm::Function &function, const Signature &signature)
    : function_(function),
      signature_(signature),
      builder_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)) {}

llvm::Value *Expansion::splatted_argument(size_t index) {
  llvm::Value *value = argument(index);
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(result_type());
  if (vector == nullptr || value->getType()->isVectorTy()) {
    return value;
  }
  return builder_.CreateVectorSplat(vector->getNumElements(), value);
}

bool Expansion::takes_results(size_t count) {
  if (size() != count) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    if (type(i).is_pointer || argument(i)->getType() != result_type()) {
      return false;
    }
  }
  return true;
}

bool Expansion::takes_results_or_scalars(size_t count) {
  if (size() != count) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    llvm::Type *given = argument(i)->getType();
    if (type(i).is_pointer || (given != result_type() && given != result_type()->getScalarType())) {
      return false;
    }
  }
  return true;
}

llvm::Constant *Expansion::constant(llvm::Type *type, double value) {
  return type->isFPOrFPVectorTy() ? llvm::ConstantFP::get(type, value)
                                  : llvm::ConstantInt::get(type, static_cast<uint64_t>(value));
}

llvm::Constant *Expansion::constant(llvm::Type *type, const llvm::APInt &value) {
  return llvm::ConstantInt::get(type, value);
}

llvm::Value *Expansion::intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> arguments) {
  return builder_.CreateIntrinsic(id, {arguments[0]->getType()}, arguments);
}

bool Expansion::finish(llvm::Value *result) {
  if (result->getType() != result_type()) {
    return false;
  }
  builder_.CreateRet(result);
  return true;
}

bool Expansion::finish_void() {
  if (!result_type()->isVoidTy()) {
    return false;
  }
  builder_.CreateRetVoid();
  return true;
}

bool expand_from_table(llvm::ArrayRef<NamedExpansion> table, Expansion &expansion) {
  for (const NamedExpansion &row : table) {
    if (row.name == expansion.name()) {
      return row.expand(expansion);
    }
  }
  return false;
}

llvm::Type *pointee_type(llvm::LLVMContext &context, const ParameterType &type) {
  llvm::Type *scalar = scalar_type(context, type);
  if (scalar == nullptr || type.lanes == 1) {
    return scalar;
  }
  return llvm::FixedVectorType::get(scalar, type.lanes);
}

llvm::Type *llvm_type(llvm::LLVMContext &context, const ParameterType &type) {
  if (type.is_pointer) {
    return llvm::PointerType::get(context, type.address_space);
  }
  return pointee_type(context, type);
}

}  // namespace mux::compiler::builtins
