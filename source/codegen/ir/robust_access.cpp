#include "codegen/ir/robust_access.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler {

namespace {

constexpr llvm::StringLiteral bounds_check_name = "mux.is_inside";
constexpr llvm::StringLiteral constant_read_name = "mux.read_constant";

bool calls(const llvm::Value &value, llvm::StringRef name, unsigned parameters) {
  const llvm::Function *callee = called_function(value);
  return callee != nullptr && callee->getName() == name && callee->arg_size() == parameters;
}

/// Builds a call of a function that only computes a value.
llvm::CallInst *call_pure(llvm::IRBuilder<> &builder, llvm::StringRef name, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 4> types;
  for (const llvm::Value *argument : arguments) {
    types.push_back(argument->getType());
  }
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  add_pure_attributes(*llvm::cast<llvm::Function>(callee.getCallee()));
  return builder.CreateCall(callee, arguments);
}

}  // namespace

bool is_robust_access_function(llvm::StringRef name) {
  return name == bounds_check_name || name == constant_read_name;
}

bool is_bounds_check(const llvm::Value &value) {
  return calls(value, bounds_check_name, 2);
}

bool is_constant_read(const llvm::Value &value) {
  return calls(value, constant_read_name, 4);
}

llvm::CallInst *call_bounds_check(llvm::IRBuilder<> &builder, llvm::Value *address,
                                  llvm::Value *limit) {
  return call_pure(builder, bounds_check_name, builder.getInt1Ty(), {address, limit});
}

llvm::CallInst *call_constant_read(llvm::IRBuilder<> &builder, llvm::Value *memory,
                                   llvm::Value *size, llvm::Value *index, unsigned component) {
  return call_pure(builder, constant_read_name, builder.getInt32Ty(),
                   {memory, size, index, builder.getInt32(component)});
}

llvm::Value *build_constant_read(llvm::IRBuilder<> &builder, llvm::Value *memory, llvm::Value *size,
                                 llvm::Value *index, llvm::Value *component) {
  llvm::Value *zero = builder.getInt32(0);
  llvm::Value *count = builder.CreateLShr(size, builder.getInt32(4));
  llvm::Value *is_inside = builder.CreateICmpULT(index, count);
  llvm::Value *safe_index = builder.CreateSelect(is_inside, index, zero);
  llvm::Value *words =
      builder.CreateShl(builder.CreateZExt(safe_index, builder.getInt64Ty()), uint64_t{2});
  words = builder.CreateAdd(words, builder.CreateZExt(component, builder.getInt64Ty()));
  llvm::Value *pointer = builder.CreateInBoundsGEP(builder.getInt32Ty(), memory, words);
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(component);
  const bool is_first = constant != nullptr && constant->isZero();
  llvm::Value *word =
      builder.CreateAlignedLoad(builder.getInt32Ty(), pointer, llvm::Align(is_first ? 16 : 4));
  return builder.CreateSelect(is_inside, word, zero);
}

void lower_bounds_check(llvm::CallInst &check) {
  llvm::IRBuilder<> builder(&check);
  check.replaceAllUsesWith(builder.CreateICmpULT(check.getArgOperand(0), check.getArgOperand(1)));
  check.eraseFromParent();
}

void lower_constant_read(llvm::CallInst &read) {
  llvm::IRBuilder<> builder(&read);
  read.replaceAllUsesWith(build_constant_read(builder, read.getArgOperand(0), read.getArgOperand(1),
                                              read.getArgOperand(2), read.getArgOperand(3)));
  read.eraseFromParent();
}

}  // namespace mux::compiler
