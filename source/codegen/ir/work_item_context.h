/// @file
/// The values that describe the ND-range, the group and the work-item, passed to work-item
/// functions.
///
/// The pipeline turns each kernel into a work-item function: an internal function that runs one
/// work-item. Its parameters are the kernel's own, followed by one for each value below. The
/// kernel's entry point (pipeline/entry/build_kernel_entry.h) supplies them; inlining the work-item
/// function there removes them. All are 64-bit integers except for the two pointers.

#pragma once

#include <llvm/ADT/SmallVector.h>

#include <array>

namespace llvm {
class Function;
class LLVMContext;
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

struct WorkItemContext {
  using Vector = std::array<llvm::Value *, 3>;

  llvm::Value *dimensions = nullptr;
  Vector global_size{};
  /// Size of a full work-group.
  Vector enqueued_local_size{};
  /// Size of this work-group, which may be smaller.
  Vector local_size{};
  Vector global_offset{};
  Vector group_count{};
  Vector group_id{};
  /// Global id of this work-group's first work-item.
  Vector first_global_id{};
  Vector local_id{};
  /// Linear index of the work-item in its group, x fastest.
  llvm::Value *local_index = nullptr;
  /// Number of work-items of a full group, which determines the layout of the context array.
  llvm::Value *context_items = nullptr;
  /// Pointer to the scratch memory.
  llvm::Value *scratch = nullptr;
  /// Pointer to the context array in it.
  llvm::Value *storage = nullptr;

  /// The members that have one value for each dimension.
  std::array<Vector *, 8> vectors() {
    return {&global_size, &enqueued_local_size, &local_size, &global_offset, &group_count,
            &group_id,    &first_global_id,     &local_id};
  }
  /// Returns all values in the order of the parameters.
  llvm::SmallVector<llvm::Value *, 32> values() const;
  static llvm::SmallVector<llvm::Type *, 32> types(llvm::LLVMContext &context);
  /// Returns the trailing parameters of a work-item function.
  static WorkItemContext of(llvm::Function &work_item_function);
  /// Names the parameters after the members, for readable IR: `local_id.x`, `storage`.
  static void name_parameters(llvm::Function &work_item_function);
};

}  // namespace mux::compiler
