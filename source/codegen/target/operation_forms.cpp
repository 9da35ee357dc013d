#include "codegen/target/operation_forms.h"

#include <llvm/IR/Module.h>

#include "codegen/target/retarget.h"

namespace mux::compiler {

std::string form_name(const OperationRow &row, unsigned elements) {
  std::string name = (llvm::Twine(operation_prefix) + row.name).str();
  return elements == 1 ? name : name + "." + std::to_string(elements);
}

const OperationRow *operation_of(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  if (!function.hasLocalLinkage() || !name.consume_front(operation_prefix)) {
    return nullptr;
  }
  return find_operation(name.split('.').first);
}

llvm::FunctionType *operation_type(const OperationRow &row, llvm::Type *type) {
  return llvm::FunctionType::get(type, llvm::SmallVector<llvm::Type *>(row.parameters, type),
                                 false);
}

void set_operation_attributes(llvm::Function &function) {
  set_target_attributes(function);
  function.setDoesNotAccessMemory();
  function.setWillReturn();
  function.setDoesNotFreeMemory();
  function.setNoSync();
  function.addFnAttr(llvm::Attribute::Speculatable);
  function.addFnAttr(llvm::Attribute::NoInline);
}

void add_operation_body(llvm::Function &function, const OperationRow &row) {
  set_operation_attributes(function);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : function.args()) {
    arguments.push_back(&argument);
  }
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", &function));
  builder.CreateRet(build_operation(builder, row, arguments));
}

llvm::Function *operation_form(llvm::Module &module, const OperationRow &row, llvm::Type *type) {
  const std::string name = form_name(row, operation_element_count(*type));
  llvm::Function *known = module.getFunction(name);
  if (known != nullptr && operation_of(*known) != nullptr) {
    return known;
  }
  auto *function = llvm::Function::Create(operation_type(row, type),
                                          llvm::GlobalValue::InternalLinkage, name, module);
  add_operation_body(*function, row);
  return function;
}

}  // namespace mux::compiler
