// Collective functions of work-groups and sub-groups that are executed by all work-items of the
// group.

#include "codegen/spirv/instructions/groups.h"
#include "codegen/spirv/instructions/table.h"

#include <llvm/IR/Constants.h>

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

constexpr GroupOpcode operations[] = {
    {Op::GroupIAdd, {"add", true}},
    {Op::GroupFAdd, {"add", true}},
    {Op::GroupFMin, {"min", true}},
    {Op::GroupUMin, {"min", false}},
    {Op::GroupSMin, {"min", true}},
    {Op::GroupFMax, {"max", true}},
    {Op::GroupUMax, {"max", false}},
    {Op::GroupSMax, {"max", true}},
    {Op::GroupIMulKHR, {"mul", true}},
    {Op::GroupFMulKHR, {"mul", true}},
    {Op::GroupBitwiseAndKHR, {"and", true}},
    {Op::GroupBitwiseOrKHR, {"or", true}},
    {Op::GroupBitwiseXorKHR, {"xor", true}},
    {Op::GroupLogicalAndKHR, {"logical_and", true}},
    {Op::GroupLogicalOrKHR, {"logical_or", true}},
    {Op::GroupLogicalXorKHR, {"logical_xor", true}},
};

Value *combine(Body &body, const Instruction &instruction) {
  const GroupFunction function = function_of(operations, instruction.opcode);
  const std::string name =
      group_prefix(body, instruction, 0) + operation_prefix(instruction, 1) + function.name;
  return call_collective(body, instruction, name, body.operand(instruction, 2), function.is_signed);
}

Value *vote(Body &body, const Instruction &instruction) {
  const std::string name =
      group_prefix(body, instruction, 0) + (instruction.opcode == Op::GroupAll ? "all" : "any");
  return call_collective(body, instruction, name,
                         body.operand_of_type(instruction, 1, body.builder.getInt1Ty()), true);
}

/// The id of a work-item: a vector in a work-group, a scalar in a sub-group.
std::vector<BuiltinArgument> local_ids(Body &body, const Instruction &instruction,
                                       bool in_work_group) {
  Value *ids = body.operand(instruction, 2);
  instruction.require(ids->getType()->isIntOrIntVectorTy(), "the id is no integer");
  llvm::IRBuilder<> &builder = body.builder;
  if (!in_work_group) {
    instruction.require(ids->getType()->isIntegerTy(), "the id is no scalar");
    return {uint32_argument(builder.CreateZExtOrTrunc(ids, builder.getInt32Ty()))};
  }
  std::vector<BuiltinArgument> arguments;
  const auto append = [&](Value *id) {
    BuiltinArgument &argument = arguments.emplace_back(
        uint32_argument(builder.CreateZExtOrTrunc(id, builder.getInt64Ty())));
    argument.type.element = builtins::Element::uint64;
  };
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(ids->getType());
  if (vector == nullptr) {
    append(ids);
    return arguments;
  }
  instruction.require(vector->getNumElements() <= 3, "the id has more than three components");
  for (uint64_t i = 0; i < vector->getNumElements(); ++i) {
    append(builder.CreateExtractElement(ids, i));
  }
  return arguments;
}

Value *broadcast(Body &body, const Instruction &instruction) {
  const std::string prefix = group_prefix(body, instruction, 0);
  return call_collective(body, instruction, prefix + "broadcast", body.operand(instruction, 1),
                         true, local_ids(body, instruction, prefix == "work_group_"));
}

constexpr TranslatedOpcode groups_table[] = {
    {Op::GroupAll, vote},
    {Op::GroupAny, vote},
    {Op::GroupBroadcast, broadcast},
    {Op::GroupIAdd, combine},
    {Op::GroupFAdd, combine},
    {Op::GroupFMin, combine},
    {Op::GroupUMin, combine},
    {Op::GroupSMin, combine},
    {Op::GroupFMax, combine},
    {Op::GroupUMax, combine},
    {Op::GroupSMax, combine},
    {Op::GroupIMulKHR, combine},
    {Op::GroupFMulKHR, combine},
    {Op::GroupBitwiseAndKHR, combine},
    {Op::GroupBitwiseOrKHR, combine},
    {Op::GroupBitwiseXorKHR, combine},
    {Op::GroupLogicalAndKHR, combine},
    {Op::GroupLogicalOrKHR, combine},
    {Op::GroupLogicalXorKHR, combine},
};

/// Calls the function with a scalar. Booleans are passed and returned as integers, as in OpenCL C.
Value *call_scalar(Body &body, const Instruction &instruction, const std::string &name,
                   Value *value, bool is_signed, std::span<const BuiltinArgument> others) {
  llvm::IRBuilder<> &builder = body.builder;
  const bool is_truth = value->getType()->isIntegerTy(1);
  if (is_truth) {
    value = builder.CreateZExt(value, builder.getInt32Ty());
  }
  std::vector<BuiltinArgument> arguments = {
      {value, parameter_type(value->getType(), is_signed, instruction)}};
  arguments.insert(arguments.end(), others.begin(), others.end());
  Value *result =
      call_builtin(body, instruction, name, value->getType(), arguments, BuiltinEffect::convergent);
  return is_truth ? builder.CreateIsNotNull(result) : result;
}

}  // namespace

GroupFunction function_of(std::span<const GroupOpcode> table, Op opcode) {
  for (const GroupOpcode &row : table) {
    if (row.opcode == opcode) {
      return row.function;
    }
  }
  return {"", true};
}

std::span<const TranslatedOpcode> group_instructions() {
  return groups_table;
}

std::string group_prefix(Body &body, const Instruction &instruction, size_t scope_index) {
  const uint64_t scope = body.context.integer(instruction.operands[scope_index], instruction);
  if (scope == static_cast<uint64_t>(Scope::Workgroup)) {
    return "work_group_";
  }
  instruction.require(scope == static_cast<uint64_t>(Scope::Subgroup),
                      "the scope is neither a work-group nor a sub-group");
  return "sub_group_";
}

std::string operation_prefix(const Instruction &instruction, size_t operation_index) {
  const uint32_t operation = instruction.operands[operation_index];
  switch (static_cast<GroupOperation>(operation)) {
    case GroupOperation::Reduce:
      return "reduce_";
    case GroupOperation::InclusiveScan:
      return "scan_inclusive_";
    case GroupOperation::ExclusiveScan:
      return "scan_exclusive_";
    case GroupOperation::ClusteredReduce:
      return "clustered_reduce_";
    default:
      instruction.refuse("the operation " + enumerant_name(OperandKind::GroupOperation, operation) +
                         " is not supported");
  }
}

llvm::Value *call_collective(Body &body, const Instruction &instruction, const std::string &name,
                             Value *value, bool is_signed,
                             std::span<const BuiltinArgument> others) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (vector == nullptr) {
    return call_scalar(body, instruction, name, value, is_signed, others);
  }
  Value *result = llvm::PoisonValue::get(value->getType());
  for (uint64_t i = 0; i < vector->getNumElements(); ++i) {
    Value *component = body.builder.CreateExtractElement(value, i);
    result = body.builder.CreateInsertElement(
        result, call_scalar(body, instruction, name, component, is_signed, others), i);
  }
  return result;
}

}  // namespace mux::compiler::spirv
