/// @file
/// Arithmetic on ranges whose bounds are values of a function (group_ranges.h).

#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

#include "codegen/pipeline/lower/dominating_comparisons.h"

namespace mux::compiler {

/// Inclusive bounds, 64-bit integers.
struct GroupRange {
  llvm::Value *low = nullptr;
  llvm::Value *high = nullptr;
  /// Whether the bounds are right, an i1.
  llvm::Value *is_valid = nullptr;
  /// The bounds are at most 2^bits from 0.
  unsigned bits = 0;
  /// The integers differ from the lower bound that the range had at first by multiples of this.
  uint64_t stride = 1;
  /// That lower bound, if the stride is not 1.
  llvm::Value *base = nullptr;

  bool is_single() const { return low == high; }
};

class RangeArithmetic {
 public:
  explicit RangeArithmetic(llvm::IRBuilder<> &builder) : builder_(builder) {}

  GroupRange constant(int64_t value);
  /// @param bits the value is at most 2^bits from 0.
  GroupRange single(llvm::Value *value, unsigned bits);
  GroupRange between(llvm::Value *low, llvm::Value *high, llvm::Value *is_valid, unsigned bits);

  GroupRange sum(GroupRange left, GroupRange right);
  GroupRange difference(GroupRange left, GroupRange right);
  GroupRange product(GroupRange left, GroupRange right);
  /// The smallest range that contains both.
  GroupRange joined(const GroupRange &left, const GroupRange &right);
  /// The minimum or maximum of each.
  GroupRange minimum(const GroupRange &left, const GroupRange &right, bool is_signed);
  GroupRange maximum(const GroupRange &left, const GroupRange &right, bool is_signed);
  /// The range on condition that its integers are the 32-bit values.
  GroupRange exact(const GroupRange &range, bool is_signed);
  /// Whether the range is valid and its integers are the 32-bit values.
  llvm::Value *is_exact(const GroupRange &range, bool is_signed);

  /// The part of a range for which `value predicate other` holds. Where that cannot be told, it is
  /// the range.
  GroupRange narrowed(const GroupRange &range, llvm::CmpInst::Predicate predicate,
                      const GroupRange &other);

  llvm::Value *smaller(llvm::Value *left, llvm::Value *right);
  llvm::Value *greater(llvm::Value *left, llvm::Value *right);
  llvm::Value *plus(llvm::Value *value, int64_t distance);

 private:
  GroupRange with_bits(GroupRange range, unsigned bits);
  /// The largest integer of the range up to a bound that is not below the range.
  llvm::Value *largest_up_to(const GroupRange &range, llvm::Value *bound);
  GroupRange narrowed_above(const GroupRange &range, const GroupRange &other, bool is_signed,
                            bool is_strict);
  GroupRange narrowed_below(const GroupRange &range, const GroupRange &other, bool is_signed,
                            bool is_strict);
  GroupRange without(const GroupRange &range, const GroupRange &other);

  llvm::IRBuilder<> &builder_;
};

}  // namespace mux::compiler
