#include "codegen/ir/sub_group_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/work_item_functions.h"

namespace mux::compiler {

namespace {

struct FunctionName {
  SubGroupFunction function;
  llvm::StringRef name;
  bool has_type;
  bool has_operation;
};

constexpr FunctionName names[] = {
    {SubGroupFunction::lane, "lane", false, false},
    {SubGroupFunction::max_size, "max_size", false, false},
    {SubGroupFunction::ballot, "ballot", false, false},
    {SubGroupFunction::shuffle, "shuffle", true, false},
    {SubGroupFunction::reduce, "reduce", true, true},
    {SubGroupFunction::scan_inclusive, "scan_inclusive", true, true},
    {SubGroupFunction::scan_exclusive, "scan_exclusive", true, true},
    {SubGroupFunction::clustered_reduce, "clustered_reduce", true, true},
};

std::string function_name(const SubGroupCall &call, llvm::Type *type) {
  const FunctionName &row =
      *llvm::find_if(names, [&](const FunctionName &n) { return n.function == call.function; });
  std::string name(sub_group_prefix);
  llvm::raw_string_ostream stream(name);
  stream << row.name;
  if (row.has_operation) {
    stream << '.' << operation_name(call.operation);
  }
  if (row.has_type) {
    stream << '.' << *type;
  }
  return name;
}

llvm::Type *result_type(llvm::IRBuilder<> &builder, SubGroupFunction function, llvm::Type *type) {
  switch (function) {
    case SubGroupFunction::lane:
    case SubGroupFunction::max_size:
      return builder.getInt32Ty();
    case SubGroupFunction::ballot:
      return builder.getInt64Ty();
    default:
      return type;
  }
}

/// Returns the result of a call in a sub-group of one work-item.
llvm::Value *result_for_one(llvm::CallInst &call, const SubGroupCall &meaning) {
  switch (meaning.function) {
    case SubGroupFunction::lane:
      return llvm::ConstantInt::get(call.getType(), 0);
    case SubGroupFunction::max_size:
      return llvm::ConstantInt::get(call.getType(), 1);
    case SubGroupFunction::ballot:
      return llvm::IRBuilder<>(&call).CreateZExt(call.getArgOperand(0), call.getType());
    case SubGroupFunction::scan_exclusive:
      return identity_of(meaning.operation, call.getType());
    case SubGroupFunction::shuffle:
    case SubGroupFunction::reduce:
    case SubGroupFunction::scan_inclusive:
    case SubGroupFunction::clustered_reduce:
      break;
  }
  return call.getArgOperand(0);
}

}  // namespace

llvm::CallInst *call_sub_group(llvm::IRBuilder<> &builder, const SubGroupCall &call,
                               llvm::Type *type, llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 2> parameters;
  for (llvm::Value *argument : arguments) {
    parameters.push_back(argument->getType());
  }
  auto *function_type =
      llvm::FunctionType::get(result_type(builder, call.function, type), parameters, false);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  llvm::Function *function = declare_function(module, function_name(call, type), function_type);
  if (function == nullptr) {
    return nullptr;
  }
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  llvm::CallInst *result = builder.CreateCall(function, arguments);
  // The size is the same at every place of the code.
  if (call.function == SubGroupFunction::max_size) {
    function->addFnAttr(llvm::Attribute::Speculatable);
  } else {
    function->setConvergent();
    result->setConvergent();
  }
  return result;
}

std::optional<SubGroupCall> sub_group_call(const llvm::Value &value) {
  const llvm::Function *callee = called_function(value);
  llvm::StringRef name = callee == nullptr ? "" : callee->getName();
  if (!name.consume_front(sub_group_prefix)) {
    return std::nullopt;
  }
  const auto [kind, rest] = name.split('.');
  for (const FunctionName &row : names) {
    if (row.name != kind) {
      continue;
    }
    const std::optional<GroupOperation> operation = operation_of(rest.split('.').first);
    if (row.has_operation && !operation) {
      return std::nullopt;
    }
    return SubGroupCall{row.function, operation.value_or(GroupOperation::add)};
  }
  return std::nullopt;
}

bool uses_sub_groups(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return sub_group_call(instruction).has_value();
  });
}

void replace_sub_group_calls(
    llvm::Function &function,
    llvm::function_ref<llvm::Value *(llvm::CallInst &, const SubGroupCall &)> result) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const std::optional<SubGroupCall> meaning = sub_group_call(instruction);
    llvm::Value *value =
        meaning ? result(llvm::cast<llvm::CallInst>(instruction), *meaning) : nullptr;
    if (value != nullptr) {
      instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
    }
  }
}

void make_sub_groups_of_one(llvm::Function &function) {
  replace_sub_group_calls(function, result_for_one);
}

}  // namespace mux::compiler
