#include "codegen/ir/collectives.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "codegen/ir/function_calls.h"
#include "codegen/ir/work_item_functions.h"

namespace mux::compiler {

namespace {

struct KindName {
  CollectiveKind kind;
  llvm::StringRef name;
};

constexpr KindName kinds[] = {
    {CollectiveKind::reduce, "reduce"},
    {CollectiveKind::scan_inclusive, "scan_inclusive"},
    {CollectiveKind::scan_exclusive, "scan_exclusive"},
};

constexpr llvm::StringRef broadcast_name = "broadcast";

struct OperationName {
  GroupOperation operation;
  llvm::StringRef name;
};

constexpr OperationName operations[] = {
    {GroupOperation::add, "add"},
    {GroupOperation::multiply, "mul"},
    {GroupOperation::minimum, "min"},
    {GroupOperation::maximum, "max"},
    {GroupOperation::unsigned_minimum, "umin"},
    {GroupOperation::unsigned_maximum, "umax"},
    {GroupOperation::bitwise_and, "and"},
    {GroupOperation::bitwise_or, "or"},
    {GroupOperation::bitwise_xor, "xor"},
};

std::string function_name(const Collective &collective, llvm::Type *type) {
  std::string name(collective_prefix);
  llvm::raw_string_ostream stream(name);
  if (collective.kind == CollectiveKind::broadcast) {
    stream << broadcast_name;
  }
  for (const KindName &kind : kinds) {
    if (kind.kind == collective.kind) {
      stream << kind.name << '.' << operation_name(collective.operation);
    }
  }
  stream << '.' << *type;
  return name;
}

}  // namespace

llvm::Function *declare_collective(llvm::Module &module, const Collective &collective,
                                   llvm::Type *type) {
  llvm::SmallVector<llvm::Type *, 2> parameters{type};
  if (collective.kind == CollectiveKind::broadcast) {
    parameters.push_back(llvm::Type::getInt64Ty(module.getContext()));
  }
  auto *function_type = llvm::FunctionType::get(type, parameters, false);
  llvm::Function *function =
      declare_function(module, function_name(collective, type), function_type);
  if (function == nullptr) {
    return nullptr;
  }
  function->setConvergent();
  function->setDoesNotThrow();
  function->setWillReturn();
  return function;
}

std::optional<Collective> collective_of(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front(collective_prefix)) {
    return std::nullopt;
  }
  const auto [kind_name, rest] = name.split('.');
  if (kind_name == broadcast_name) {
    return Collective{CollectiveKind::broadcast};
  }
  const std::optional<GroupOperation> operation = operation_of(rest.split('.').first);
  for (const KindName &kind : kinds) {
    if (kind_name == kind.name && operation) {
      return Collective{kind.kind, *operation};
    }
  }
  return std::nullopt;
}

bool has_collective(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    const llvm::Function *callee = called_function(instruction);
    return callee != nullptr && collective_of(*callee).has_value();
  });
}

llvm::StringRef operation_name(GroupOperation operation) {
  return llvm::find_if(operations,
                       [&](const OperationName &row) { return row.operation == operation; })
      ->name;
}

std::optional<GroupOperation> operation_of(llvm::StringRef name) {
  for (const OperationName &row : operations) {
    if (row.name == name) {
      return row.operation;
    }
  }
  return std::nullopt;
}

llvm::Value *combine(llvm::IRBuilder<> &builder, GroupOperation operation, llvm::Value *left,
                     llvm::Value *right) {
  const bool is_real = left->getType()->isFPOrFPVectorTy();
  switch (operation) {
    case GroupOperation::add:
      return is_real ? builder.CreateFAdd(left, right) : builder.CreateAdd(left, right);
    case GroupOperation::multiply:
      return is_real ? builder.CreateFMul(left, right) : builder.CreateMul(left, right);
    case GroupOperation::minimum:
      return builder.CreateBinaryIntrinsic(
          is_real ? llvm::Intrinsic::minnum : llvm::Intrinsic::smin, left, right);
    case GroupOperation::maximum:
      return builder.CreateBinaryIntrinsic(
          is_real ? llvm::Intrinsic::maxnum : llvm::Intrinsic::smax, left, right);
    case GroupOperation::unsigned_minimum:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, right);
    case GroupOperation::unsigned_maximum:
      return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, left, right);
    case GroupOperation::bitwise_and:
      return builder.CreateAnd(left, right);
    case GroupOperation::bitwise_or:
      return builder.CreateOr(left, right);
    case GroupOperation::bitwise_xor:
      return builder.CreateXor(left, right);
  }
  return nullptr;
}

llvm::Constant *identity_of(GroupOperation operation, llvm::Type *type) {
  const bool is_real = type->isFPOrFPVectorTy();
  const unsigned bits = type->getScalarSizeInBits();
  switch (operation) {
    case GroupOperation::multiply:
      return is_real ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1);
    case GroupOperation::minimum:
      return is_real ? llvm::ConstantFP::getInfinity(type)
                     : llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
    case GroupOperation::maximum:
      return is_real ? llvm::ConstantFP::getInfinity(type, true)
                     : llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    case GroupOperation::unsigned_minimum:
    case GroupOperation::bitwise_and:
      return llvm::Constant::getAllOnesValue(type);
    case GroupOperation::add:
    case GroupOperation::unsigned_maximum:
    case GroupOperation::bitwise_or:
    case GroupOperation::bitwise_xor:
      break;
  }
  return llvm::Constant::getNullValue(type);
}

llvm::Constant *neutral_of(GroupOperation operation, llvm::Type *type) {
  return operation == GroupOperation::add && type->isFPOrFPVectorTy()
             ? llvm::ConstantFP::getNegativeZero(type)
             : identity_of(operation, type);
}

llvm::Value *combine_elements(llvm::IRBuilder<> &builder, GroupOperation operation,
                              llvm::Value *vector) {
  unsigned count = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  while (count > 1) {
    count /= 2;
    llvm::Value *lower =
        builder.CreateShuffleVector(vector, llvm::to_vector(llvm::seq<int>(0, count)));
    llvm::Value *upper =
        builder.CreateShuffleVector(vector, llvm::to_vector(llvm::seq<int>(count, 2 * count)));
    vector = combine(builder, operation, lower, upper);
  }
  return builder.CreateExtractElement(vector, uint64_t{0});
}

llvm::Value *combine_prefixes(llvm::IRBuilder<> &builder, GroupOperation operation,
                              llvm::Value *vector) {
  const auto count =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements());
  llvm::Constant *neutral = neutral_of(operation, vector->getType());
  for (int distance = 1; distance < count; distance *= 2) {
    // Indices below `count` select neutral elements, those above the vector.
    llvm::Value *shifted = builder.CreateShuffleVector(
        neutral, vector, llvm::to_vector(llvm::seq<int>(count - distance, 2 * count - distance)));
    vector = combine(builder, operation, shifted, vector);
  }
  return vector;
}

llvm::Value *shift_elements(llvm::IRBuilder<> &builder, llvm::Value *vector, llvm::Value *first) {
  const auto count =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements());
  llvm::SmallVector<int, 16> shuffle_mask = {0};
  shuffle_mask.append(llvm::seq<int>(0, count - 1).begin(), llvm::seq<int>(0, count - 1).end());
  llvm::Value *shifted = builder.CreateShuffleVector(vector, shuffle_mask);
  return builder.CreateInsertElement(shifted, first, uint64_t{0});
}

}  // namespace mux::compiler
