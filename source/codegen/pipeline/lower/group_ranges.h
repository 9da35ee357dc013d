/// @file
/// Ranges of the 32-bit integers of all work-items of a group, computed when the group starts.
///
/// For a value of a work-item function, code is built in another function, the test, that computes
/// two 64-bit integers from the parameters: for each work-item of the group and each execution
/// there is an integer between them that is congruent to the value modulo 2^32. Sums, products and
/// left shifts keep that property whether they wrap or not, so that no intermediate result has to
/// be checked: if the range of an address lies within 0 and 2^32, its integers are the addresses.
/// Other operations, and the comparisons on which branches lead to a block, are about the value
/// itself: their ranges are valid on the condition that the operands' ranges lie within 32 bits.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "codegen/ir/work_item_context.h"
#include "codegen/pipeline/lower/dominating_comparisons.h"
#include "codegen/pipeline/lower/range_arithmetic.h"

namespace llvm {
class IntrinsicInst;
class PHINode;
}  // namespace llvm

namespace mux::compiler {

class GroupRanges {
 public:
  /// @param function a work-item function in SSA form whose queries are lowered.
  /// @param test a function with the same parameters, called with local ids of 0.
  /// @param builder in the only block of the test.
  GroupRanges(llvm::Function &function, llvm::Function &test, llvm::IRBuilder<> &builder);

  /// Builds the range of a value where the block executes.
  /// @return nothing if the value is not computed from parameters by known operations; some code
  /// may have been built in vain then.
  std::optional<GroupRange> of(const llvm::Value &value, const llvm::BasicBlock &block);

 private:
  using Range = std::optional<GroupRange>;

  Range compute_once(const llvm::Value &value, const llvm::BasicBlock &block);
  Range compute(const llvm::Value &value, const llvm::BasicBlock &block);
  Range of_parameter(const llvm::Argument &parameter);
  Range of_cast(const llvm::CastInst &cast, const llvm::BasicBlock &block);
  Range of_operation(const llvm::BinaryOperator &operation, const llvm::BasicBlock &block);
  Range of_bits(const llvm::BinaryOperator &operation, const llvm::BasicBlock &block);
  Range of_quotient(const llvm::BinaryOperator &operation, const llvm::BasicBlock &block);
  Range of_intrinsic(const llvm::IntrinsicInst &call, const llvm::BasicBlock &block);
  Range of_phi(const llvm::PHINode &phi);
  Range of_counter(const llvm::PHINode &phi, unsigned back_edge);
  Range bounded_counter(const llvm::PHINode &phi, const llvm::Value &next, const GroupRange &start,
                        const GroupRange &step, const llvm::BasicBlock &latch);

  Range narrow(const llvm::Value &value, Range range,
               const llvm::SmallVector<Comparison> &comparisons);
  Range first_range(const llvm::Value &value, const llvm::SmallVector<Comparison> &comparisons);
  /// A lower bound of the difference that follows from a comparison of its operands.
  void narrow_difference(const llvm::BinaryOperator &operation, const GroupRange &left,
                         const GroupRange &right, const llvm::BasicBlock &block,
                         GroupRange &difference);

  llvm::IRBuilder<> &builder_;
  RangeArithmetic arithmetic_;
  WorkItemContext context_;
  WorkItemContext test_context_;
  llvm::Function &test_;
  DominatingComparisons comparisons_;
  llvm::DenseMap<std::pair<const llvm::Value *, const llvm::BasicBlock *>, Range> known_;
  unsigned depth_ = 0;
  unsigned steps_ = 0;
};

}  // namespace mux::compiler
