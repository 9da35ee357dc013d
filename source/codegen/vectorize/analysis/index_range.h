/// @file
/// Value ranges and alignments of integers that a work-item function calculates from ids and sizes.

#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/ConstantRange.h>

#include <array>
#include <cstdint>

#include "codegen/ir/work_item_context.h"

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Marks a function whose ids may be any value, except for local ids, local sizes and the local
/// index.
void allow_large_ids(llvm::Function &work_item_function);

/// Value ranges of integers. Ids, offsets and sizes are assumed to be below 2^31 unless
/// allow_large_ids() was called. Poison-generating flags such as nsw are ignored, so the ranges
/// also hold for inactive lanes. Valid until the function changes.
class IndexRanges {
 public:
  explicit IndexRanges(llvm::Function &work_item_function);

  /// Returns the range of an integer.
  llvm::ConstantRange of(const llvm::Value &value) const;

  /// Returns the number of low bits that are known to be 0 in the first work-item of a packet whose
  /// local id in x is a multiple of `width`.
  unsigned aligned_bits(const llvm::Value &value, unsigned width) const;

 private:
  llvm::ConstantRange of(const llvm::Value &value, unsigned depth) const;
  unsigned aligned_bits(const llvm::Value &value, unsigned width, unsigned depth) const;
  bool is_global_id(const llvm::Value &left, const llvm::Value &right) const;
  bool is_start_of_group(const llvm::Value &value, unsigned dimension) const;

  WorkItemContext context_;
  /// The local size per dimension; 0 if unknown.
  std::array<uint64_t, 3> local_size_{};
  bool has_large_ids_;
  llvm::SmallPtrSet<const llvm::Value *, 32> small_;
};

}  // namespace mux::compiler
