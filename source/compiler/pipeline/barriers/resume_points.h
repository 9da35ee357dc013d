/// @file
/// Where each work-item waits, in kernels whose work-items may meet different barriers, or end
/// while others wait.
///
/// Every work-item keeps the index of the barrier that it waits at in the work-item storage, or -1
/// once it has ended. A region does nothing for those that wait elsewhere, but to say again where
/// that is.

#pragma once

#include "compiler/pipeline/barriers/context_array.h"

namespace mux::compiler {

class ResumePoints {
 public:
  explicit ResumePoints(ContextArray &storage) : storage_(storage) {}

  /// Makes a work-item function, which returns the index of a barrier, write down where each
  /// work-item stops. It ends in one block afterwards.
  void keep(llvm::Function &function);
  /// Lets work-items that wait elsewhere pass through a region: a copy of the function that was
  /// given to keep(), whose entry block leads to nothing but the region's start.
  void skip_others(llvm::Function &region, uint32_t barrier_index) const;

  const ContextArray::Slot &slot() const { return slot_; }

 private:
  ContextArray &storage_;
  ContextArray::Slot slot_;
};

}  // namespace mux::compiler
