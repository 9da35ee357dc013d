/// @file
/// What work-items of a sub-group do together.
///
/// OpenCL C has some hundred functions for it. The built-ins (builtins/sub_groups.cpp) express all
/// by calls of a few that the pipeline knows, whose names no C program can write:
///
///     i32 mux.sub_group.lane()                 which work-item of its sub-group this is
///     i32 mux.sub_group.max_size()             work-items of a full sub-group
///     i64 mux.sub_group.ballot(i1 condition)   one bit for each work-item for which it holds
///     T   mux.sub_group.shuffle.<T>(T value, i32 lane)                the value of that work-item
///     T   mux.sub_group.reduce.<operation>.<T>(T value)
///     T   mux.sub_group.scan_inclusive.<operation>.<T>(T value)
///     T   mux.sub_group.scan_exclusive.<operation>.<T>(T value)
///     T   mux.sub_group.clustered_reduce.<operation>.<T>(T value, i32 cluster_size)
///
/// The work-items that run the call take part in it. Until the vectorizer knows how many work-items
/// a sub-group has, the calls stand for any number; then either each becomes what it is in a
/// sub-group of one work-item, or the vectorizer makes the lanes of each part of a packet one
/// sub-group. A function of sub-groups gives what differs between the sub-groups of a group. One
/// thread at a time per LLVM context.

#pragma once

#include <cstdint>
#include <optional>

#include "compiler/ir/collectives.h"

namespace llvm {
class CallInst;
}

namespace mux::compiler {

enum class SubGroupFunction {
  lane,
  max_size,
  ballot,
  shuffle,
  reduce,
  scan_inclusive,
  scan_exclusive,
  clustered_reduce,
};

struct SubGroupCall {
  SubGroupFunction function = SubGroupFunction::lane;
  /// Of reductions and scans.
  GroupOperation operation = GroupOperation::add;
};

/// Builds a call. The type is that of the values, where there are some. NULL if the module uses the
/// function's name for something else.
llvm::CallInst *call_sub_group(llvm::IRBuilder<> &builder, const SubGroupCall &call,
                               llvm::Type *type, llvm::ArrayRef<llvm::Value *> arguments);

/// Nothing if the value is no call of such a function.
std::optional<SubGroupCall> sub_group_call(const llvm::Value &value);

/// Whether the function asks which sub-groups there are, or exchanges values within them.
bool uses_sub_groups(const llvm::Function &function);

/// Replaces all calls by what they give in a sub-group of one work-item.
void make_sub_groups_of_one(llvm::Function &function);

/// Replaces the calls that ask for the size of a full sub-group.
void set_sub_group_size(llvm::Function &function, uint32_t size);

}  // namespace mux::compiler
