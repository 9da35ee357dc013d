/// @file
/// Places in the storage of work-items for the values that live across barriers.
///
/// Values that do not live across the same barrier share a place: in straight code with a thousand
/// barriers, the storage otherwise has a thousand values of each work-item, of which two are needed
/// at a time.

#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include "compiler/pipeline/barriers/context_array.h"

namespace llvm {
class Instruction;
}

namespace mux::compiler {

class CarriedSlots {
 public:
  explicit CarriedSlots(ContextArray &storage) : storage_(storage) {}

  /// Finds a place for a value.
  /// @param barriers that it lives across.
  /// @param is_shared whether it is the same for all work-items (ContextArray::add_shared()).
  void add(const llvm::Instruction &value, llvm::ArrayRef<unsigned> barriers, bool is_shared);

  /// The place of a value, which may have been erased.
  ContextArray::Slot of(const llvm::Instruction &value) const { return slots_.lookup(&value); }

 private:
  struct Place {
    ContextArray::Slot slot;
    uint64_t size = 0;
    bool is_shared = false;
    /// The barriers across which it holds a value.
    llvm::BitVector barriers;
  };

  ContextArray &storage_;
  llvm::SmallVector<Place, 0> places_;
  llvm::DenseMap<const llvm::Instruction *, ContextArray::Slot> slots_;
};

}  // namespace mux::compiler
