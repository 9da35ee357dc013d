/// @file
/// The barrier that each work-item is blocked at, in kernels whose work-items may reach different
/// barriers, or end while others are blocked.
///
/// Every work-item stores the index of the barrier in the context array, or -1 once it has ended. A
/// region returns that index at once for work-items that are blocked elsewhere.

#pragma once

#include "codegen/pipeline/barriers/context_array.h"

namespace mux::compiler {

class ResumePoints {
 public:
  explicit ResumePoints(ContextArray &storage) : storage_(storage) {}

  /// Makes a work-item function, which returns the index of a barrier, store it too. Afterwards the
  /// function has a single exit block.
  void keep(llvm::Function &function);
  /// Makes a region return at once for work-items that are blocked at another barrier.
  /// @param region a clone of the function that was passed to keep(), whose entry block branches to
  /// the region's start.
  void skip_others(llvm::Function &region, uint32_t barrier_index) const;

  const ContextArray::Slot &slot() const { return slot_; }

 private:
  ContextArray &storage_;
  ContextArray::Slot slot_;
};

}  // namespace mux::compiler
