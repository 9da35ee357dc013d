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
/// collective_step.h. One thread at a time per LLVM context.

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

/// Whether a function calls one.
bool has_collective(const llvm::Function &function);

/// What an operation is called in the names of functions: `add`, `umax`.
llvm::StringRef operation_name(GroupOperation operation);
std::optional<GroupOperation> operation_of(llvm::StringRef name);

/// Combines two values, or two vectors element by element. The order in which OpenCL C combines a
/// group's values is free; here it is written down, and the optimizer does not change it: all code
/// for a kernel gives the same sums.
llvm::Value *combine(llvm::IRBuilder<> &builder, GroupOperation operation, llvm::Value *left,
                     llvm::Value *right);

/// The value that OpenCL C calls the identity: what an exclusive scan starts with. Of a vector type
/// in each element.
llvm::Constant *identity_of(GroupOperation operation, llvm::Type *type);

/// What leaves every value as it is: the identity, but for a sum -0, since 0 + -0 is 0.
llvm::Constant *neutral_of(GroupOperation operation, llvm::Type *type);

/// The elements of a vector combined to one value: the upper half with the lower half, until one is
/// left. The number of elements is a power of two.
llvm::Value *combine_elements(llvm::IRBuilder<> &builder, GroupOperation operation,
                              llvm::Value *vector);
/// Each element combined with all before it.
llvm::Value *combine_prefixes(llvm::IRBuilder<> &builder, GroupOperation operation,
                              llvm::Value *vector);
/// The elements shifted up by one; `first` becomes the first one.
llvm::Value *shift_elements(llvm::IRBuilder<> &builder, llvm::Value *vector, llvm::Value *first);

}  // namespace mux::compiler
