/// @file
/// The context array: memory for the private values that are live across barriers.
///
/// A slot holds one value of every work-item, contiguously: the value of work-item i is at
/// slot.offset * context_items + i * slot.size from the start of the array, so that neighboring
/// work-items use neighboring memory.

#pragma once

#include <llvm/IR/IRBuilder.h>

#include "codegen/ir/work_item_context.h"

namespace mux::compiler {

class ContextArray {
 public:
  struct Slot {
    uint64_t offset = 0;
    /// A multiple of the alignment.
    uint64_t size = 0;
    uint64_t alignment = 1;
  };

  explicit ContextArray(llvm::Function &work_item_function);

  /// Allocates a slot. @param alignment a power of two, at most `local_memory_alignment`.
  Slot add(uint64_t size, uint64_t alignment);
  Slot add(llvm::Type *type);
  /// Allocates a slot for a value that is uniform across the group: one element to load it from and
  /// one to store its next value to, since work-items are executed one after the other.
  Slot add_shared(llvm::Type *type);

  /// The current work-item's element of the slot.
  llvm::Value *address(llvm::IRBuilder<> &builder, const Slot &slot) const;
  llvm::Value *load(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type) const;
  void store(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value) const;

  /// The same for the work-item with that linear local index, x fastest.
  llvm::Value *address_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *index) const;
  llvm::Value *load_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type,
                       llvm::Value *index) const;
  void store_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value,
                llvm::Value *index) const;

  /// The same for a slot of add_shared().
  llvm::Value *load_shared(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type) const;
  void store_shared(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value) const;
  /// Copies the stored element of a slot to the one that is loaded.
  void publish_shared(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type) const;

  /// Adds `noalias` metadata to all accesses of the function that are not loads and stores of this
  /// class: they never access the slots.
  void separate_from_other_memory() const;

  /// Bytes per work-item.
  uint64_t size() const { return end_; }

 private:
  llvm::Function &function_;
  WorkItemContext context_;
  /// The alias scope of load() and store().
  llvm::MDNode *scope_;
  uint64_t end_ = 0;
};

}  // namespace mux::compiler
