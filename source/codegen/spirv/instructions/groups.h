/// @file
/// Shared helpers for collective instructions of work-groups and sub-groups.

#pragma once

#include "codegen/spirv/body/body.h"

namespace mux::compiler::spirv {

/// The operation of a reduction or a scan: the suffix of the OpenCL C function's name.
struct GroupFunction {
  const char *name;
  bool is_signed;
};

struct GroupOpcode {
  Op opcode;
  GroupFunction function;
};

/// Looks up an instruction's operation in a table.
GroupFunction function_of(std::span<const GroupOpcode> table, Op opcode);

/// Calls `name` with a value and other arguments, component by component. Booleans are passed as
/// integers of 32 bits, as in OpenCL C.
llvm::Value *call_collective(Body &body, const Instruction &instruction, const std::string &name,
                             llvm::Value *value, bool is_signed,
                             std::span<const BuiltinArgument> others = {});

/// "work_group_" or "sub_group_".
std::string group_prefix(Body &body, const Instruction &instruction, size_t scope_index);

/// "reduce_", "scan_inclusive_", "scan_exclusive_", or "clustered_reduce_".
std::string operation_prefix(const Instruction &instruction, size_t operation_index);

}  // namespace mux::compiler::spirv
