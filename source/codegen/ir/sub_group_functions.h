/// @file
/// Marker functions for the sub-group built-ins.
///
/// OpenCL C has some hundred sub-group functions. The built-ins (builtins/families/sub_groups.cpp)
/// express them all by calls of the few below, which the pipeline recognizes and whose names no C
/// program can write:
///
///     i32 mux.sub_group.lane()                 index of the work-item in its sub-group
///     i32 mux.sub_group.max_size()             number of work-items of a full sub-group
///     i64 mux.sub_group.ballot(i1 condition)   bit mask of the work-items for which it holds
///     T   mux.sub_group.shuffle.<T>(T value, i32 lane)                the value of that lane
///     T   mux.sub_group.reduce.<operation>.<T>(T value)
///     T   mux.sub_group.scan_inclusive.<operation>.<T>(T value)
///     T   mux.sub_group.scan_exclusive.<operation>.<T>(T value)
///     T   mux.sub_group.clustered_reduce.<operation>.<T>(T value, i32 cluster_size)
///
/// Only the active work-items at the call take part. The size of a sub-group is open until
/// vectorization: either the vectorizer maps each part of a packet to one sub-group, or each call
/// is lowered for sub-groups of one work-item. Results may differ between the sub-groups of a
/// group. Not thread-safe for one LLVM context.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstdint>
#include <optional>

#include "codegen/ir/collectives.h"

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
  /// For reductions and scans only.
  GroupOperation operation = GroupOperation::add;
};

/// Builds a call for values of type `type`, which functions without values ignore. Returns NULL if
/// the module uses the function's name for something else.
llvm::CallInst *call_sub_group(llvm::IRBuilder<> &builder, const SubGroupCall &call,
                               llvm::Type *type, llvm::ArrayRef<llvm::Value *> arguments);

/// Returns nullopt if the value is not a call of such a function.
std::optional<SubGroupCall> sub_group_call(const llvm::Value &value);

/// Whether the function queries sub-groups or exchanges values within them.
bool uses_sub_groups(const llvm::Function &function);

/// Replaces calls by the values that `result` returns for them; calls for which it returns NULL
/// stay.
void replace_sub_group_calls(
    llvm::Function &function,
    llvm::function_ref<llvm::Value *(llvm::CallInst &, const SubGroupCall &)> result);

/// Replaces all calls by their results in a sub-group of one work-item.
void make_sub_groups_of_one(llvm::Function &function);

}  // namespace mux::compiler
