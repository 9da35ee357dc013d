// Sub-group functions that need not be executed by all work-items of the sub-group.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/groups.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

constexpr GroupOpcode operations[] = {
    {Op::GroupNonUniformIAdd, {"add", true}},
    {Op::GroupNonUniformFAdd, {"add", true}},
    {Op::GroupNonUniformIMul, {"mul", true}},
    {Op::GroupNonUniformFMul, {"mul", true}},
    {Op::GroupNonUniformSMin, {"min", true}},
    {Op::GroupNonUniformUMin, {"min", false}},
    {Op::GroupNonUniformFMin, {"min", true}},
    {Op::GroupNonUniformSMax, {"max", true}},
    {Op::GroupNonUniformUMax, {"max", false}},
    {Op::GroupNonUniformFMax, {"max", true}},
    {Op::GroupNonUniformBitwiseAnd, {"and", true}},
    {Op::GroupNonUniformBitwiseOr, {"or", true}},
    {Op::GroupNonUniformBitwiseXor, {"xor", true}},
    {Op::GroupNonUniformLogicalAnd, {"logical_and", true}},
    {Op::GroupNonUniformLogicalOr, {"logical_or", true}},
    {Op::GroupNonUniformLogicalXor, {"logical_xor", true}},
};

/// The name of an exchange or a vote, without the prefix "sub_group_".
struct NamedExchange {
  Op opcode;
  const char *name;
};

constexpr NamedExchange exchanges[] = {
    {Op::GroupNonUniformAll, "non_uniform_all"},
    {Op::GroupNonUniformAny, "non_uniform_any"},
    {Op::GroupNonUniformAllEqual, "non_uniform_all_equal"},
    {Op::GroupNonUniformBroadcast, "non_uniform_broadcast"},
    {Op::GroupNonUniformBroadcastFirst, "broadcast_first"},
    {Op::GroupNonUniformShuffle, "shuffle"},
    {Op::GroupNonUniformShuffleXor, "shuffle_xor"},
    {Op::GroupNonUniformShuffleUp, "shuffle_up"},
    {Op::GroupNonUniformShuffleDown, "shuffle_down"},
    {Op::SubgroupShuffleINTEL, "shuffle"},
    {Op::SubgroupShuffleXorINTEL, "shuffle_xor"},
};

const char *exchange_name(Op opcode) {
  for (const NamedExchange &row : exchanges) {
    if (row.opcode == opcode) {
      return row.name;
    }
  }
  return "";
}

void require_sub_group(Body &body, const Instruction &instruction) {
  const uint64_t scope = body.context.integer(instruction.operands[0], instruction);
  instruction.require(scope == static_cast<uint64_t>(Scope::Subgroup),
                      "the scope is not sub-group");
}

BuiltinArgument index_argument(Body &body, const Instruction &instruction, size_t index) {
  Value *value = body.operand(instruction, index);
  instruction.require(value->getType()->isIntegerTy() && !value->getType()->isIntegerTy(1),
                      "the id of a work-item is no integer");
  return uint32_argument(body.builder.CreateZExtOrTrunc(value, body.builder.getInt32Ty()));
}

Value *combine(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  const GroupFunction function = function_of(operations, instruction.opcode);
  const std::string operation = operation_prefix(instruction, 1);
  Value *value = body.operand(instruction, 2);
  const bool is_clustered = operation.starts_with("clustered_");
  if (!is_clustered) {
    return call_collective(body, instruction, "sub_group_non_uniform_" + operation + function.name,
                           value, function.is_signed);
  }
  instruction.require(instruction.operands.size() > 3, "the size of the clusters is missing");
  const BuiltinArgument size = index_argument(body, instruction, 3);
  return call_collective(body, instruction, "sub_group_" + operation + function.name, value,
                         function.is_signed, {&size, 1});
}

Value *vote(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  return call_collective(body, instruction,
                         std::string("sub_group_") + exchange_name(instruction.opcode),
                         body.operand_of_type(instruction, 1, body.builder.getInt1Ty()), true);
}

Value *all_equal(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  Value *value = body.operand(instruction, 1);
  if (value->getType()->isIntOrIntVectorTy(1)) {
    value =
        body.builder.CreateZExt(value, value->getType()->getWithNewType(body.builder.getInt32Ty()));
  }
  const BuiltinArgument argument{value, parameter_type(value->getType(), true, instruction)};
  return body.builder.CreateIsNotNull(
      call_builtin(body, instruction, "sub_group_non_uniform_all_equal", body.builder.getInt32Ty(),
                   {&argument, 1}, BuiltinEffect::convergent));
}

Value *elect(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  return body.builder.CreateIsNotNull(call_builtin(body, instruction, "sub_group_elect",
                                                   body.builder.getInt32Ty(), {},
                                                   BuiltinEffect::convergent));
}

/// Exchanges with a value and the id or offset of the source work-item.
Value *exchange(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  const BuiltinArgument index = index_argument(body, instruction, 2);
  return call_collective(body, instruction,
                         std::string("sub_group_") + exchange_name(instruction.opcode),
                         body.operand(instruction, 1), true, {&index, 1});
}

Value *broadcast_first(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  return call_collective(body, instruction, "sub_group_broadcast_first",
                         body.operand(instruction, 1), true);
}

Value *rotate(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  std::vector<BuiltinArgument> arguments = {index_argument(body, instruction, 2)};
  arguments[0].type.element = builtins::Element::int32;
  const bool is_clustered = instruction.operands.size() > 3;
  if (is_clustered) {
    arguments.push_back(index_argument(body, instruction, 3));
  }
  return call_collective(body, instruction,
                         is_clustered ? "sub_group_clustered_rotate" : "sub_group_rotate",
                         body.operand(instruction, 1), true, arguments);
}

Value *shuffle_intel(Body &body, const Instruction &instruction) {
  const BuiltinArgument index = index_argument(body, instruction, 1);
  return call_collective(body, instruction,
                         std::string("sub_group_") + exchange_name(instruction.opcode),
                         body.operand(instruction, 0), true, {&index, 1});
}

/// OpSubgroupShuffleDownINTEL and OpSubgroupShuffleUpINTEL: shuffles of the concatenation of two
/// values of all work-items.
Value *shuffle_between(Body &body, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = body.builder;
  const bool is_down = instruction.opcode == Op::SubgroupShuffleDownINTEL;
  llvm::Type *type = body.result_type(instruction).type;
  Value *first = body.operand_of_type(instruction, 0, type);
  Value *second = body.operand_of_type(instruction, 1, type);
  Value *delta = index_argument(body, instruction, 2).value;
  Value *size = call_builtin(body, instruction, "get_max_sub_group_size", builder.getInt32Ty(), {});
  Value *own = call_builtin(body, instruction, "get_sub_group_local_id", builder.getInt32Ty(), {});
  // Relative to the first operand's value in the first work-item.
  Value *position = is_down ? builder.CreateAdd(own, delta)
                            : builder.CreateSub(builder.CreateAdd(own, size), delta);
  const auto shuffle = [&](Value *value, Value *from) {
    const BuiltinArgument index = uint32_argument(from);
    return call_collective(body, instruction, "sub_group_shuffle", value, true, {&index, 1});
  };
  return builder.CreateSelect(builder.CreateICmpULT(position, size), shuffle(first, position),
                              shuffle(second, builder.CreateSub(position, size)));
}

// Ballots: masks of work-items, as vectors of four integers.

llvm::Type *ballot_type(Body &body) {
  return llvm::FixedVectorType::get(body.builder.getInt32Ty(), 4);
}

BuiltinArgument ballot_argument(Body &body, const Instruction &instruction, size_t index) {
  Value *ballot = body.operand_of_type(instruction, index, ballot_type(body));
  return {ballot, parameter_type(ballot->getType(), false, instruction)};
}

Value *ballot(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  const BuiltinArgument truth = int32_argument(body.builder.CreateZExt(
      body.operand_of_type(instruction, 1, body.builder.getInt1Ty()), body.builder.getInt32Ty()));
  return call_builtin(body, instruction, "sub_group_ballot", ballot_type(body), {&truth, 1},
                      BuiltinEffect::convergent);
}

Value *inverse_ballot(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  const BuiltinArgument set = ballot_argument(body, instruction, 1);
  return body.builder.CreateIsNotNull(call_builtin(body, instruction, "sub_group_inverse_ballot",
                                                   body.builder.getInt32Ty(), {&set, 1},
                                                   BuiltinEffect::convergent));
}

Value *ballot_bit(Body &body, const Instruction &instruction) {
  require_sub_group(body, instruction);
  const BuiltinArgument arguments[] = {ballot_argument(body, instruction, 1),
                                       index_argument(body, instruction, 2)};
  return body.builder.CreateIsNotNull(
      call_builtin(body, instruction, "sub_group_ballot_bit_extract", body.builder.getInt32Ty(),
                   arguments, BuiltinEffect::convergent));
}

Value *count_from_ballot(Body &body, const Instruction &instruction, const char *name,
                         size_t index) {
  require_sub_group(body, instruction);
  llvm::Type *type = body.result_type(instruction).type;
  instruction.require(type->isIntegerTy(), "the result is no integer");
  const BuiltinArgument set = ballot_argument(body, instruction, index);
  return body.builder.CreateZExtOrTrunc(
      call_builtin(body, instruction, name, body.builder.getInt32Ty(), {&set, 1},
                   BuiltinEffect::convergent),
      type);
}

Value *ballot_count(Body &body, const Instruction &instruction) {
  switch (static_cast<GroupOperation>(instruction.operands[1])) {
    case GroupOperation::Reduce:
      return count_from_ballot(body, instruction, "sub_group_ballot_bit_count", 2);
    case GroupOperation::InclusiveScan:
      return count_from_ballot(body, instruction, "sub_group_ballot_inclusive_scan", 2);
    case GroupOperation::ExclusiveScan:
      return count_from_ballot(body, instruction, "sub_group_ballot_exclusive_scan", 2);
    default:
      instruction.refuse("the operation is not supported");
  }
}

Value *lowest_of_ballot(Body &body, const Instruction &instruction) {
  return count_from_ballot(body, instruction, "sub_group_ballot_find_lsb", 1);
}

Value *highest_of_ballot(Body &body, const Instruction &instruction) {
  return count_from_ballot(body, instruction, "sub_group_ballot_find_msb", 1);
}

constexpr TranslatedOpcode sub_groups_table[] = {
    {Op::GroupNonUniformElect, elect},
    {Op::GroupNonUniformAll, vote},
    {Op::GroupNonUniformAny, vote},
    {Op::GroupNonUniformAllEqual, all_equal},
    {Op::GroupNonUniformBroadcast, exchange},
    {Op::GroupNonUniformBroadcastFirst, broadcast_first},
    {Op::GroupNonUniformBallot, ballot},
    {Op::GroupNonUniformInverseBallot, inverse_ballot},
    {Op::GroupNonUniformBallotBitExtract, ballot_bit},
    {Op::GroupNonUniformBallotBitCount, ballot_count},
    {Op::GroupNonUniformBallotFindLSB, lowest_of_ballot},
    {Op::GroupNonUniformBallotFindMSB, highest_of_ballot},
    {Op::GroupNonUniformShuffle, exchange},
    {Op::GroupNonUniformShuffleXor, exchange},
    {Op::GroupNonUniformShuffleUp, exchange},
    {Op::GroupNonUniformShuffleDown, exchange},
    {Op::GroupNonUniformRotateKHR, rotate},
    {Op::GroupNonUniformIAdd, combine},
    {Op::GroupNonUniformFAdd, combine},
    {Op::GroupNonUniformIMul, combine},
    {Op::GroupNonUniformFMul, combine},
    {Op::GroupNonUniformSMin, combine},
    {Op::GroupNonUniformUMin, combine},
    {Op::GroupNonUniformFMin, combine},
    {Op::GroupNonUniformSMax, combine},
    {Op::GroupNonUniformUMax, combine},
    {Op::GroupNonUniformFMax, combine},
    {Op::GroupNonUniformBitwiseAnd, combine},
    {Op::GroupNonUniformBitwiseOr, combine},
    {Op::GroupNonUniformBitwiseXor, combine},
    {Op::GroupNonUniformLogicalAnd, combine},
    {Op::GroupNonUniformLogicalOr, combine},
    {Op::GroupNonUniformLogicalXor, combine},
    {Op::SubgroupShuffleINTEL, shuffle_intel},
    {Op::SubgroupShuffleXorINTEL, shuffle_intel},
    {Op::SubgroupShuffleDownINTEL, shuffle_between},
    {Op::SubgroupShuffleUpINTEL, shuffle_between},
};

}  // namespace

std::span<const TranslatedOpcode> sub_group_instructions() {
  return sub_groups_table;
}

}  // namespace mux::compiler::spirv
