// Asynchronous copies of work-groups, and waits for them.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/groups.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

BuiltinArgument size_argument(Body &body, const Instruction &instruction, size_t index) {
  Value *value = body.operand(instruction, index);
  instruction.require(value->getType()->isIntegerTy() && !value->getType()->isIntegerTy(1),
                      "a number of elements is no integer");
  BuiltinArgument argument =
      uint32_argument(body.builder.CreateZExtOrTrunc(value, body.builder.getInt64Ty()));
  argument.type.element = builtins::Element::uint64;
  return argument;
}

/// Copies of a work-group. A null event is the integer 0 in OpenCL C.
Value *copy(Body &body, const Instruction &instruction) {
  instruction.require(group_prefix(body, instruction, 0) == "work_group_",
                      "the scope of a copy is not work-group");
  BuiltinArgument origin = builtin_argument(body, instruction, 2, true);
  origin.type.is_const = true;
  std::vector<BuiltinArgument> arguments = {builtin_argument(body, instruction, 1, true), origin,
                                            size_argument(body, instruction, 3)};
  const auto *stride =
      llvm::dyn_cast_or_null<llvm::ConstantInt>(body.constant_operand(instruction, 4));
  const bool is_strided = stride == nullptr || !stride->isOne();
  if (is_strided) {
    arguments.push_back(size_argument(body, instruction, 4));
  }
  arguments.push_back(builtin_argument(body, instruction, 5, true));
  return call_builtin(body, instruction,
                      is_strided ? "async_work_group_strided_copy" : "async_work_group_copy",
                      body.result_type(instruction).type, arguments, BuiltinEffect::convergent);
}

Value *wait(Body &body, const Instruction &instruction) {
  instruction.require(group_prefix(body, instruction, 0) == "work_group_",
                      "the scope of a wait is not work-group");
  Value *count = body.operand_of_type(instruction, 1, body.builder.getInt32Ty());
  const BuiltinArgument arguments[] = {int32_argument(count),
                                       builtin_argument(body, instruction, 2, true)};
  call_builtin(body, instruction, "wait_group_events", body.builder.getVoidTy(), arguments,
               BuiltinEffect::convergent);
  return nullptr;
}

constexpr TranslatedOpcode events_table[] = {
    {Op::GroupAsyncCopy, copy},
    {Op::GroupWaitEvents, wait},
};

}  // namespace

std::span<const TranslatedOpcode> event_instructions() {
  return events_table;
}

}  // namespace mux::compiler::spirv
