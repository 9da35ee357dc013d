/// @file
/// Work-group collectives: functions that combine one value of every work-item of a group.
///
/// OpenCL C has some hundred of them. The built-ins (builtins/families/groups.cpp) express them all
/// by calls of the few functions below, which the pipeline recognizes and whose names no C program
/// can write:
///
///     T mux.work_group.reduce.<operation>.<T>(T value)
///     T mux.work_group.scan_inclusive.<operation>.<T>(T value)
///     T mux.work_group.scan_exclusive.<operation>.<T>(T value)
///     T mux.work_group.broadcast.<T>(T value, i64 local_linear_id)
///
/// The pipeline treats each as a barrier (is_barrier()) followed by a step that runs once for the
/// group (pipeline/barriers/collective_lowering.h). Not thread-safe for one LLVM context.

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

/// The operation that combines two values. `minimum` and `maximum` are those of signed integers or
/// of floating point, where a number takes precedence over a NaN. Bitwise for integers only.
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
  /// Unused by a broadcast.
  GroupOperation operation = GroupOperation::add;

  /// Whether all work-items get the same value.
  bool is_uniform() const {
    return kind == CollectiveKind::reduce || kind == CollectiveKind::broadcast;
  }
};

/// Declares the function of a collective over values of an integer or floating-point type. Returns
/// NULL if the module uses its name for something else.
llvm::Function *declare_collective(llvm::Module &module, const Collective &collective,
                                   llvm::Type *type);

/// Returns the collective that a function stands for; nullopt for any other function.
std::optional<Collective> collective_of(const llvm::Function &function);

/// Whether a function calls a collective.
bool has_collective(const llvm::Function &function);

/// Name of an operation in function names: `add`, `umax`.
llvm::StringRef operation_name(GroupOperation operation);
std::optional<GroupOperation> operation_of(llvm::StringRef name);

/// Combines two values, or two vectors element by element. OpenCL C leaves the order in which a
/// group's values are combined open. It is fixed here, without fast-math flags, so all code
/// generated for a kernel gives the same sums.
llvm::Value *combine(llvm::IRBuilder<> &builder, GroupOperation operation, llvm::Value *left,
                     llvm::Value *right);

/// Returns the identity as OpenCL C defines it, the initial value of an exclusive scan; a splat for
/// a vector type.
llvm::Constant *identity_of(GroupOperation operation, llvm::Type *type);

/// Returns the neutral element: the identity, except for floating-point addition -0, since 0 + -0
/// is 0.
llvm::Constant *neutral_of(GroupOperation operation, llvm::Type *type);

/// Reduces a vector to one value by combining its upper half with its lower half until one element
/// is left. The number of elements is a power of two.
llvm::Value *combine_elements(llvm::IRBuilder<> &builder, GroupOperation operation,
                              llvm::Value *vector);
/// Computes the inclusive scan: each element combined with all elements before it.
llvm::Value *combine_prefixes(llvm::IRBuilder<> &builder, GroupOperation operation,
                              llvm::Value *vector);
/// Shifts the elements up by one and inserts `first` as element 0.
llvm::Value *shift_elements(llvm::IRBuilder<> &builder, llvm::Value *vector, llvm::Value *first);

}  // namespace mux::compiler
