/// @file
/// What the collective functions of work-groups and of sub-groups share.

#pragma once

#include "compiler/spirv/body/body.h"

namespace mux::compiler::spirv {

/// An operation of a reduction or a scan, as the end of a function's name in OpenCL C.
struct GroupFunction {
  const char *name;
  bool is_signed;
};

struct GroupOpcode {
  Op opcode;
  GroupFunction function;
};

/// What the instruction does, by a table that names it.
GroupFunction function_of(std::span<const GroupOpcode> table, Op opcode);

/// Calls `name` with a value and other arguments, component by component. Truth values are passed
/// as integers of 32 bits, as OpenCL C does.
llvm::Value *call_collective(Body &body, const Instruction &instruction, const std::string &name,
                             llvm::Value *value, bool is_signed,
                             std::span<const BuiltinArgument> others = {});

/// "work_group_" or "sub_group_".
std::string group_prefix(Body &body, const Instruction &instruction, size_t scope_index);

/// "reduce_", "scan_inclusive_", "scan_exclusive_", or "clustered_reduce_".
std::string operation_prefix(const Instruction &instruction, size_t operation_index);

}  // namespace mux::compiler::spirv
