/// @file
/// Where carried values are stored to and loaded from the context array.
///
/// A value that is live across several barriers is not stored before and loaded after each of them:
/// it is stored only where the region that ends there computes it, and loaded only where a region
/// uses it. Regions that it is merely live through have no cost.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

#include <optional>

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

class LiveBlocks;

/// The blocks that end and begin at barriers.
class BarrierBlocks {
 public:
  /// @param before the block that the barrier ends. @param after the block that follows it.
  void add(const llvm::BasicBlock &before, const llvm::BasicBlock &after, unsigned barrier);

  /// The barrier that a block ends at, if any.
  std::optional<unsigned> ended_by(const llvm::BasicBlock &block) const;
  std::optional<unsigned> begun_by(const llvm::BasicBlock &block) const;
  /// The barriers that begin one of the blocks, in ascending order.
  llvm::SmallVector<unsigned> begun_by_any(
      const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &blocks) const;

 private:
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> befores_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> afters_;
};

/// The barriers around which one value is stored and loaded.
class CarriedValue {
 public:
  /// @param is_stored whether it has a slot in the context array; otherwise it is recomputed.
  CarriedValue(const llvm::Instruction &value, const LiveBlocks &live,
               const BarrierBlocks &barriers, bool is_stored);

  /// The barriers before which it is stored.
  llvm::ArrayRef<unsigned> stored_before() const { return stored_; }
  /// The barriers whose regions need it at their start.
  llvm::ArrayRef<unsigned> loaded_after() const { return loaded_; }

 private:
  using Blocks = llvm::SmallVector<const llvm::BasicBlock *>;

  void find_stores(const llvm::Instruction &value, const LiveBlocks &live,
                   const BarrierBlocks &barriers, Blocks &users);
  void find_loads(const llvm::BasicBlock &home, const BarrierBlocks &barriers, Blocks users);

  llvm::SmallVector<unsigned> stored_;
  llvm::SmallVector<unsigned> loaded_;
};

}  // namespace mux::compiler
