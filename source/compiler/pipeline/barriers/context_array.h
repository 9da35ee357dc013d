/// @file
/// The memory in which work-items keep values across barriers.
///
/// A slot holds one value of every work-item, one after the other: the value of work-item i is at
/// slot.offset * storage_items + i * slot.size from the start of the storage, so that neighboring
/// work-items use neighboring memory.

#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/work_item_context.h"

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

  /// Sets memory aside. @param alignment a power of two, at most `local_memory_alignment`.
  Slot add(uint64_t size, uint64_t alignment);
  Slot add(llvm::Type *type);
  /// Sets memory aside for a value that is the same for all work-items of the group: one element to
  /// read it from and one to write its next value to, since the work-items take turns.
  Slot add_shared(llvm::Type *type);

  /// The current work-item's element of the slot.
  llvm::Value *address(llvm::IRBuilder<> &builder, const Slot &slot) const;
  llvm::Value *load(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type) const;
  void store(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value) const;

  /// The same for the work-item of that index, counting x fastest.
  llvm::Value *address_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *index) const;
  llvm::Value *load_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type,
                       llvm::Value *index) const;
  void store_of(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value,
                llvm::Value *index) const;

  /// The same for a slot of add_shared().
  llvm::Value *load_shared(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type) const;
  void store_shared(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Value *value) const;
  /// Makes what was written what is read.
  void publish_shared(llvm::IRBuilder<> &builder, const Slot &slot, llvm::Type *type) const;

  /// Tells the optimizer that what the function reads and writes of its own accord, all of it so
  /// far but the loads and stores of this class, is other memory than their slots.
  void separate_from_other_memory() const;

  /// Bytes for each work-item.
  uint64_t size() const { return end_; }

 private:
  llvm::Function &function_;
  WorkItemContext context_;
  /// The alias scope of what load() and store() access.
  llvm::MDNode *scope_;
  uint64_t end_ = 0;
};

}  // namespace mux::compiler
