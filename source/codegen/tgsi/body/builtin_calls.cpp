// Calls of OpenCL C functions, by their mangled names.

#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>

#include "codegen/tgsi/body/body.h"

namespace mux::compiler::tgsi {
namespace {

using builtins::Element;
using llvm::Value;

Element element_of(const llvm::Type *type, Element integers) {
  return type->isFloatTy() ? Element::float32 : type->isDoubleTy() ? Element::float64 : integers;
}

builtins::Signature signature_of(std::string_view name, llvm::ArrayRef<Value *> values,
                                 Element integers) {
  builtins::Signature signature;
  signature.name = name;
  for (const Value *value : values) {
    builtins::ParameterType type;
    type.element = element_of(value->getType(), integers);
    signature.parameters.push_back(type);
  }
  return signature;
}

void mark_as_returning(llvm::CallInst &call) {
  for (llvm::Attribute::AttrKind attribute :
       {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn}) {
    call.getCalledFunction()->addFnAttr(attribute);
    call.addFnAttr(attribute);
  }
}

}  // namespace

llvm::CallInst *Body::call_function(const builtins::Signature &signature, llvm::Type *result,
                                    llvm::ArrayRef<Value *> values) {
  llvm::SmallVector<llvm::Type *> types;
  for (const Value *value : values) {
    types.push_back(value->getType());
  }
  llvm::FunctionCallee callee = kernel.getParent()->getOrInsertFunction(
      builtins::mangle(signature), llvm::FunctionType::get(result, types, false));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  llvm::CallInst *call = builder.CreateCall(callee, values);
  call->setCallingConv(function->getCallingConv());
  return call;
}

Value *Body::call(std::string_view name, llvm::Type *result, llvm::ArrayRef<Value *> values,
                  Element integers) {
  llvm::CallInst *call = call_function(signature_of(name, values, integers), result, values);
  mark_as_returning(*call);
  call->getCalledFunction()->setDoesNotAccessMemory();
  call->setDoesNotAccessMemory();
  if (name == "sqrt" && result->isFloatTy() && !correctly_rounded_) {
    // In units in the last place, as OpenCL C allows.
    constexpr float allowed_error = 3.0F;
    call->setMetadata(llvm::LLVMContext::MD_fpmath,
                      llvm::MDBuilder(kernel.getContext()).createFPMath(allowed_error));
  }
  return call;
}

Value *Body::call_convergent(std::string_view name, llvm::Type *result,
                             llvm::ArrayRef<Value *> values, Element integers) {
  llvm::CallInst *call = call_function(signature_of(name, values, integers), result, values);
  call->getCalledFunction()->setConvergent();
  call->setConvergent();
  return call;
}

Value *Body::call_reading(const builtins::Signature &signature, llvm::Type *result,
                          llvm::ArrayRef<Value *> values) {
  llvm::CallInst *call = call_function(signature, result, values);
  mark_as_returning(*call);
  call->getCalledFunction()->setOnlyReadsMemory();
  call->setOnlyReadsMemory();
  return call;
}

}  // namespace mux::compiler::tgsi
