/// @file
/// What a work-item function knows of the ND-range, its group and itself.
///
/// The pipeline turns each kernel into a work-item function: an internal function that runs one
/// work-item, with the kernel's own parameters first and one parameter for each value below after
/// them. The kernel's entry point (kernel_entry.h) supplies them; they vanish when the work-item
/// function is inlined there. All are 64-bit integers but the two pointers.

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
  /// Of a full work-group.
  Vector enqueued_local_size{};
  /// Of this work-group, which may be smaller.
  Vector local_size{};
  Vector global_offset{};
  Vector group_count{};
  Vector group_id{};
  /// The global id of this work-group's first work-item.
  Vector first_global_id{};
  Vector local_id{};
  /// Which work-item of the group this is, counting x fastest.
  llvm::Value *local_index = nullptr;
  /// Work-items of a full group: what the work-item storage is laid out for.
  llvm::Value *storage_items = nullptr;
  /// The start of the scratch memory.
  llvm::Value *scratch = nullptr;
  /// The start of the work-item storage in it.
  llvm::Value *storage = nullptr;

  /// The members that have a value for each dimension.
  std::array<Vector *, 8> vectors() {
    return {&global_size, &enqueued_local_size, &local_size, &global_offset, &group_count,
            &group_id,    &first_global_id,     &local_id};
  }
  /// Every value in the order of the parameters.
  llvm::SmallVector<llvm::Value *, 32> values() const;
  static llvm::SmallVector<llvm::Type *, 32> types(llvm::LLVMContext &context);
  /// The trailing parameters of a work-item function.
  static WorkItemContext of(llvm::Function &work_item_function);
  /// Gives them the names of the members, for people who read the IR: `local_id.x`, `storage`.
  static void name_parameters(llvm::Function &work_item_function);
};

}  // namespace mux::compiler
