#include "codegen/pipeline/program/check_supported.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/failure.h"
#include "codegen/ir/work_item_functions.h"

namespace mux::compiler {

namespace {

/// Private, global, constant, local and generic memory; others have a target-specific meaning.
constexpr unsigned last_address_space = 4;

/// OpenCL C's widest vector has 16 elements, and optimizers concatenate a few of those. Code
/// generation is quadratic in the width, so a width of millions would never finish.
constexpr unsigned widest_vector = 1024;

llvm::Error check_type(llvm::Type *type) {
  if (auto *pointer = llvm::dyn_cast<llvm::PointerType>(type->getScalarType())) {
    if (pointer->getAddressSpace() > last_address_space) {
      return failure("address space " + std::to_string(pointer->getAddressSpace()));
    }
  }
  if (llvm::isa<llvm::ScalableVectorType>(type)) {
    return failure("a scalable vector");
  }
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
      vector != nullptr && vector->getNumElements() > widest_vector) {
    return failure("a vector of " + std::to_string(vector->getNumElements()) +
                   " elements; the maximum is " + std::to_string(widest_vector));
  }
  if (type->isX86_AMXTy() || type->isX86_MMXTy()) {
    return failure("a register type of a processor");
  }
  return llvm::Error::success();
}

/// Whether the type is int(const char *format, ...).
bool is_type_of_printf(const llvm::FunctionType &type) {
  return type.isVarArg() && type.getNumParams() == 1 && type.getParamType(0)->isPointerTy() &&
         type.getReturnType()->isIntegerTy(32);
}

llvm::Error check_call(const llvm::CallBase &call) {
  if (!llvm::isa<llvm::CallInst>(call)) {
    return failure("exceptions");
  }
  if (call.isInlineAsm()) {
    return failure("inline assembly");
  }
  const llvm::Function *callee = call.getCalledFunction();
  if (callee == nullptr) {
    const auto *other =
        llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
    return failure(other == nullptr ? std::string("a call through a function pointer")
                                    : "a call of '" + other->getName().str() +
                                          "' with a mismatched function type");
  }
  if (callee->isDeclaration() && is_printf(callee->getName()) &&
      !is_type_of_printf(*callee->getFunctionType())) {
    return failure("printf with a declaration that differs from OpenCL C's");
  }
  if (callee->isIntrinsic() && llvm::Function::isTargetIntrinsic(callee->getIntrinsicID())) {
    return failure("the processor intrinsic " + callee->getName().str());
  }
  return llvm::Error::success();
}

llvm::Error check_instruction(const llvm::Instruction &instruction) {
  if (llvm::Error why = check_type(instruction.getType())) {
    return why;
  }
  for (const llvm::Use &operand : instruction.operands()) {
    if (llvm::Error why = check_type(operand->getType())) {
      return why;
    }
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    return check_call(*call);
  }
  if (llvm::isa<llvm::IndirectBrInst>(instruction)) {
    return failure("an indirect branch");
  }
  if (llvm::isa<llvm::VAArgInst>(instruction)) {
    return failure("variable arguments");
  }
  if (instruction.isEHPad() || llvm::isa<llvm::ResumeInst>(instruction)) {
    return failure("exceptions");
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Error check_supported(llvm::Module &module) {
  if (!module.getModuleInlineAsm().empty()) {
    return failure("the binary contains inline assembly");
  }
  if (!module.alias_empty() || !module.ifunc_empty()) {
    return failure("the binary contains an alias of a symbol, which OpenCL C does not have");
  }
  for (const llvm::GlobalVariable &variable : module.globals()) {
    const std::string name = variable.getName().str();
    if (name == "llvm.global_ctors" || name == "llvm.global_dtors") {
      return failure(
          "the binary has constructors of program-scope variables, which are not supported");
    }
    if (variable.isThreadLocal()) {
      return failure("the variable '" + name + "' is thread-local");
    }
    if (llvm::Error why = check_type(variable.getType())) {
      return failure("the variable '" + name + "' uses " + llvm::toString(std::move(why)));
    }
  }
  for (llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (llvm::Error why = check_instruction(instruction)) {
        return failure("the function '" + function.getName() + "' uses " +
                       llvm::toString(std::move(why)));
      }
    }
  }
  return llvm::Error::success();
}

}  // namespace mux::compiler
