#include "codegen/target/processor_operations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/function_calls.h"
#include "codegen/target/operation_forms.h"
#include "compiler/processor/host_target.h"

namespace mux::compiler {

namespace {

using llvm::Value;
using Arguments = llvm::ArrayRef<Value *>;

/// The prefix of the library's declarations.
constexpr llvm::StringLiteral library_prefix = "mux_";
constexpr llvm::StringLiteral question = "mux_has_operations";

llvm::CallInst *call_form(llvm::IRBuilder<> &builder, const OperationRow &row,
                          Arguments arguments) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(operation_form(module, row, arguments[0]->getType()), arguments);
}

const OperationRow *called_row(const Value &value) {
  const llvm::Function *callee = called_function(value);
  return callee == nullptr ? nullptr : operation_of(*callee);
}

}  // namespace

Value *call_library_operation(llvm::IRBuilder<> &builder, ProcessorOperation operation,
                              Arguments arguments) {
  const OperationRow &row = operation_row(operation);
  llvm::Function *function = declare_function(*builder.GetInsertBlock()->getModule(),
                                              (llvm::Twine(library_prefix) + row.name).str(),
                                              operation_type(row, arguments[0]->getType()));
  return function == nullptr ? nullptr : builder.CreateCall(function, arguments);
}

llvm::CallInst *call_operation(llvm::IRBuilder<> &builder, ProcessorOperation operation,
                               Arguments arguments) {
  return call_form(builder, operation_row(operation), arguments);
}

bool is_operation_call(const Value &value) {
  return called_row(value) != nullptr;
}

bool is_operation_call(const Value &value, ProcessorOperation operation) {
  const OperationRow *row = called_row(value);
  return row != nullptr && row->operation == operation;
}

llvm::CallInst *call_same_operation(llvm::IRBuilder<> &builder, const llvm::CallInst &call,
                                    Arguments arguments) {
  return call_form(builder, *called_row(call), arguments);
}

bool is_undefined_operation(llvm::StringRef name) {
  return name.consume_front(operation_prefix) && find_operation(name) != nullptr;
}

bool resolve_operation(llvm::Function &declaration) {
  llvm::StringRef name = declaration.getName();
  llvm::Module &module = *declaration.getParent();
  llvm::Type *result = declaration.getReturnType();
  if (name == question && result->isIntegerTy(32)) {
    auto *answer = llvm::ConstantInt::get(result, has_processor_operations() ? 1 : 0);
    for (llvm::User *user : llvm::make_early_inc_range(declaration.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      call->replaceAllUsesWith(answer);
      call->eraseFromParent();
    }
    declaration.eraseFromParent();
    return true;
  }
  const OperationRow *row = name.consume_front(library_prefix) ? find_operation(name) : nullptr;
  if (row == nullptr || declaration.getFunctionType() != operation_type(*row, result)) {
    return false;
  }
  llvm::Function *operation =
      declare_function(module, form_name(*row, 1), declaration.getFunctionType());
  if (operation == nullptr) {
    return false;
  }
  set_operation_attributes(*operation);
  declaration.replaceAllUsesWith(operation);
  declaration.eraseFromParent();
  return true;
}

}  // namespace mux::compiler
