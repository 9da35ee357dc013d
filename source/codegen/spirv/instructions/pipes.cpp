// Pipes, translated to the functions that Clang calls for the pipe built-ins of OpenCL C.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/groups.h"
#include "codegen/spirv/instructions/table.h"
#include "compiler/abi/address_space.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

struct PipeFunction {
  Op opcode;
  const char *name;
};

/// Names without the prefix "__", or "__work_group_" or "__sub_group_" for groups.
constexpr PipeFunction functions[] = {
    {Op::ReadPipe, "read_pipe_2"},
    {Op::WritePipe, "write_pipe_2"},
    {Op::ReservedReadPipe, "read_pipe_4"},
    {Op::ReservedWritePipe, "write_pipe_4"},
    {Op::ReserveReadPipePackets, "reserve_read_pipe"},
    {Op::ReserveWritePipePackets, "reserve_write_pipe"},
    {Op::CommitReadPipe, "commit_read_pipe"},
    {Op::CommitWritePipe, "commit_write_pipe"},
    {Op::GetNumPipePackets, "get_pipe_num_packets"},
    {Op::GetMaxPipePackets, "get_pipe_max_packets"},
    {Op::GroupReserveReadPipePackets, "reserve_read_pipe"},
    {Op::GroupReserveWritePipePackets, "reserve_write_pipe"},
    {Op::GroupCommitReadPipe, "commit_read_pipe"},
    {Op::GroupCommitWritePipe, "commit_write_pipe"},
};

std::string name_of(Op opcode) {
  for (const PipeFunction &function : functions) {
    if (function.opcode == opcode) {
      return function.name;
    }
  }
  return {};
}

/// An operand as an argument. Throws ModuleError unless it is a pipe, a reservation, a 32-bit
/// integer, or a pointer to a packet.
Value *argument(Body &body, const Instruction &instruction, size_t index) {
  Value *value = body.operand(instruction, index);
  llvm::Type *type = value->getType();
  if (type->isPointerTy()) {
    return body.builder.CreateAddrSpaceCast(value, body.builder.getPtrTy(address_space::generic));
  }
  instruction.require(type->isTargetExtTy() || type->isIntegerTy(32),
                      "an operand is no pipe, reservation, packet or integer of 32 bits");
  return value;
}

Value *call_pipe(Body &body, const Instruction &instruction, const std::string &prefix,
                 size_t first, const std::string &suffix = {}) {
  instruction.require(body.operand_type(instruction, first).is(Op::TypePipe),
                      "the operand is no pipe");
  llvm::SmallVector<Value *> arguments;
  for (size_t i = first; i < instruction.operands.size(); ++i) {
    arguments.push_back(argument(body, instruction, i));
  }
  llvm::Type *result =
      instruction.type == 0 ? body.builder.getVoidTy() : body.result_type(instruction).type;
  return call_function(body, instruction, prefix + name_of(instruction.opcode) + suffix, result,
                       arguments, BuiltinEffect::convergent);
}

Value *of_work_item(Body &body, const Instruction &instruction) {
  return call_pipe(body, instruction, "__", 0);
}

Value *of_group(Body &body, const Instruction &instruction) {
  return call_pipe(body, instruction, "__" + group_prefix(body, instruction, 0), 1);
}

Value *question(Body &body, const Instruction &instruction) {
  instruction.require(body.operand_type(instruction, 0).is(Op::TypePipe), "the operand is no pipe");
  const auto *pipe = llvm::cast<llvm::TargetExtType>(body.operand(instruction, 0)->getType());
  return call_pipe(body, instruction, "__", 0, pipe->getIntParameter(0) == 1 ? "_wo" : "_ro");
}

Value *is_valid(Body &body, const Instruction &instruction) {
  instruction.require(body.operand_type(instruction, 0).is(Op::TypeReserveId),
                      "the operand is no reservation");
  const BuiltinArgument reservation = builtin_argument(body, instruction, 0, true);
  return body.builder.CreateTrunc(call_builtin(body, instruction, "is_valid_reserve_id",
                                               body.builder.getInt1Ty(), {&reservation, 1}),
                                  body.builder.getInt1Ty());
}

constexpr TranslatedOpcode pipes_table[] = {
    {Op::ReadPipe, of_work_item},
    {Op::WritePipe, of_work_item},
    {Op::ReservedReadPipe, of_work_item},
    {Op::ReservedWritePipe, of_work_item},
    {Op::ReserveReadPipePackets, of_work_item},
    {Op::ReserveWritePipePackets, of_work_item},
    {Op::CommitReadPipe, of_work_item},
    {Op::CommitWritePipe, of_work_item},
    {Op::IsValidReserveId, is_valid},
    {Op::GetNumPipePackets, question},
    {Op::GetMaxPipePackets, question},
    {Op::GroupReserveReadPipePackets, of_group},
    {Op::GroupReserveWritePipePackets, of_group},
    {Op::GroupCommitReadPipe, of_group},
    {Op::GroupCommitWritePipe, of_group},
};

}  // namespace

std::span<const TranslatedOpcode> pipe_instructions() {
  return pipes_table;
}

}  // namespace mux::compiler::spirv
