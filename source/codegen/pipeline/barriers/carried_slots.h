/// @file
/// Assigns slots of the context array to values that are live across barriers.
///
/// Values that are not live across the same barrier share a slot. In straight-line code with a
/// thousand barriers, each work-item would otherwise have a thousand slots, of which two are live
/// at a time.

#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include "codegen/pipeline/barriers/context_array.h"

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class CarriedSlots {
 public:
  explicit CarriedSlots(ContextArray &storage) : storage_(storage) {}

  /// Assigns a slot to a value.
  /// @param barriers the barriers that it is live across.
  /// @param is_shared whether it is uniform across the group (ContextArray::add_shared()).
  void add(const llvm::Instruction &value, llvm::ArrayRef<unsigned> barriers, bool is_shared);

  /// The slot of a value, which may have been erased.
  ContextArray::Slot of(const llvm::Instruction &value) const { return slots_.lookup(&value); }

 private:
  struct Place {
    ContextArray::Slot slot;
    uint64_t size = 0;
    bool is_shared = false;
    /// The barriers across which it holds a live value.
    llvm::BitVector barriers;
  };

  ContextArray &storage_;
  llvm::SmallVector<Place, 0> places_;
  llvm::DenseMap<const llvm::Instruction *, ContextArray::Slot> slots_;
};

}  // namespace mux::compiler
