/// @file
/// Where values are written to and read from the storage of work-items.
///
/// A value that lives across barriers is not written before each one, nor read after each one: only
/// where a region that ends there computes it, and where a region needs it. A value that many
/// regions only pass on costs them nothing.

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

/// The blocks of a function that end and begin at barriers.
class BarrierBlocks {
 public:
  /// @param before ends where the barrier stands. @param after begins there.
  void add(const llvm::BasicBlock &before, const llvm::BasicBlock &after, unsigned barrier);

  /// The barrier that a block ends at; nothing if it ends at none.
  std::optional<unsigned> ended_by(const llvm::BasicBlock &block) const;
  std::optional<unsigned> begun_by(const llvm::BasicBlock &block) const;
  /// The barriers that one of the blocks begins at, the least first.
  llvm::SmallVector<unsigned> begun_by_any(
      const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &blocks) const;

 private:
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> befores_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> afters_;
};

/// Of one value.
class CarriedValue {
 public:
  /// @param is_stored whether it has a place in the storage; otherwise it is computed again.
  CarriedValue(const llvm::Instruction &value, const LiveBlocks &live,
               const BarrierBlocks &barriers, bool is_stored);

  /// The barriers before which it is written.
  llvm::ArrayRef<unsigned> stored_before() const { return stored_; }
  /// The barriers whose regions need it from their start on.
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
