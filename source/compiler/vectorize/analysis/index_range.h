/// @file
/// Bounds of the integers that a work-item function calculates from ids and sizes.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/ConstantRange.h>

#include <array>
#include <cstdint>

#include "compiler/ir/work_item_context.h"

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Lets the ids of a function be any, but for those within a group.
void allow_large_ids(llvm::Function &work_item_function);

/// Ids, offsets and sizes are taken to be below 2^31 (allow_large_ids() apart). Other promises,
/// such as nsw, do not count: the bounds also hold for work-items that a mask passes through a
/// block. Valid until the function changes.
class IndexRanges {
 public:
  explicit IndexRanges(llvm::Function &work_item_function);

  /// Of an integer.
  llvm::ConstantRange of(const llvm::Value &value) const;

  /// How many of the lowest bits are 0 in the first work-item of a packet that starts at a multiple
  /// of `width` in x.
  unsigned aligned_bits(const llvm::Value &value, unsigned width) const;

 private:
  llvm::ConstantRange of(const llvm::Value &value, unsigned depth) const;
  unsigned aligned_bits(const llvm::Value &value, unsigned width, unsigned depth) const;
  bool is_global_id(const llvm::Value &left, const llvm::Value &right) const;
  bool is_start_of_group(const llvm::Value &value, unsigned dimension) const;

  WorkItemContext context_;
  /// What is known of the local size; 0 stands for nothing.
  std::array<uint64_t, 3> local_size_{};
  bool has_large_ids_;
  llvm::SmallPtrSet<const llvm::Value *, 32> small_;
};

}  // namespace mux::compiler
