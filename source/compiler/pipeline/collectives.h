/// @file
/// Work-group collectives: functions that combine one value of every work-item of a group.
///
/// OpenCL C has some hundred of them. The built-ins (builtins/groups.cpp) express all by calls of
/// the few that the pipeline knows, whose names no C program can write:
///
///     T mux.work_group.reduce.<operation>.<T>(T value)
///     T mux.work_group.scan_inclusive.<operation>.<T>(T value)
///     T mux.work_group.scan_exclusive.<operation>.<T>(T value)
///     T mux.work_group.broadcast.<T>(T value, i64 local_linear_id)
///
/// To the pipeline each is a barrier (is_barrier()) with work for the group in the middle:
/// group_step.h. One thread at a time per LLVM context.

#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>

namespace llvm {
class Constant;
class Function;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

enum class CollectiveKind { reduce, scan_inclusive, scan_exclusive, broadcast };

/// What combines two values; `minimum` and `maximum` are those of signed integers or of floating
/// point, where a number counts more than a NaN. Bitwise for integers only.
enum class GroupOperation {
  add,
  multiply,
  minimum,
  maximum,
  unsigned_minimum,
  unsigned_maximum,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
};

struct Collective {
  CollectiveKind kind = CollectiveKind::reduce;
  /// Means nothing to a broadcast.
  GroupOperation operation = GroupOperation::add;

  /// Whether all work-items get the same value.
  bool is_uniform() const {
    return kind == CollectiveKind::reduce || kind == CollectiveKind::broadcast;
  }
};

/// The function of a collective over values of an integer or floating-point type. NULL if the
/// module uses its name for something else.
llvm::Function *declare_collective(llvm::Module &module, const Collective &collective,
                                   llvm::Type *type);

/// The collective that a function stands for; nothing for any other function.
std::optional<Collective> collective_of(const llvm::Function &function);

/// Combines two values. The order in which a group's values are combined is free, and the
/// optimiser is told so.
llvm::Value *combine(llvm::IRBuilder<> &builder, GroupOperation operation, llvm::Value *left,
                     llvm::Value *right);

/// The value that OpenCL C calls the identity: what an exclusive scan starts with.
llvm::Constant *identity_of(GroupOperation operation, llvm::Type *type);

}  // namespace mux::compiler
