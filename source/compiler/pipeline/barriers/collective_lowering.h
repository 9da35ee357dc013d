/// @file
/// What a group does between two regions.
///
/// A collective cuts the kernel like a barrier. Each work-item writes its value to a slot of the
/// work-item storage before it stops there; when all have stopped, the group runs one step, a loop
/// over that slot, which is a plain array; then each work-item goes on with the result. The step is
/// vector code that combines the values in an order of its own. A scan leaves every work-item's
/// result in the slot of its value. What is the same for all work-items goes to a slot of its
/// own: a work-item that goes on may come to the next collective, and write its value, before
/// another has read the result of this one. Where groups run as one, the step takes one after the
/// other, and every result replaces the work-item's value.
///
/// For the same reason a value that all work-items share, such as the counter of a loop around the
/// barrier, is read from one element of its slot and written to another; the step makes what was
/// written what is read.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <array>
#include <optional>

#include "compiler/ir/collectives.h"
#include "compiler/pipeline/barriers/context_array.h"

namespace llvm {
class CallInst;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// Where the values of one collective lie.
struct CollectiveSlots {
  Collective collective;
  llvm::Type *type = nullptr;
  ContextArray::Slot values;
  /// Of a uniform collective, the result in its first element; not where groups are joined.
  ContextArray::Slot result;
  /// Of a broadcast, which value is wanted, in its first element; in each where groups are joined.
  ContextArray::Slot index;
};

/// Sets memory aside for the collectives of one kernel. They take turns to use it.
class CollectiveMemory {
 public:
  /// @param joined groups that run as one with others.
  CollectiveMemory(ContextArray &storage, bool joined) : storage_(storage), joined_(joined) {}

  /// Memory for the collective that is called, and, right before the call, the stores of what it is
  /// given.
  CollectiveSlots give(llvm::CallInst &call, const Collective &collective);
  /// The current work-item's result.
  llvm::Value *take(llvm::IRBuilder<> &builder, const CollectiveSlots &slots) const;

 private:
  bool has_one_result(const Collective &collective) const {
    return collective.is_uniform() && !joined_;
  }

  ContextArray &storage_;
  const bool joined_;
  /// By the size of a value in bytes.
  llvm::DenseMap<uint64_t, ContextArray::Slot> values_;
  llvm::DenseMap<uint64_t, ContextArray::Slot> results_;
};

/// Which work-items take part, where some may have gone elsewhere: those that wait at the barrier
/// of that index.
struct Participants {
  ContextArray::Slot resume_point;
  uint32_t barrier_index = 0;
};

/// A value that is the same for all work-items, in a slot of ContextArray::add_shared().
struct SharedValue {
  ContextArray::Slot slot;
  llvm::Type *type = nullptr;
};

/// What a group does between two regions.
struct GroupStep {
  std::optional<CollectiveSlots> collective;
  /// Of the collective; everybody if there is nothing.
  std::optional<Participants> participants;
  /// Of each of the groups that run as one.
  std::optional<std::array<uint64_t, 3>> joined_size;
  /// To be published.
  llvm::SmallVector<SharedValue> shared_values;

  bool is_empty() const { return !collective.has_value() && shared_values.empty(); }
};

/// Builds the function of a step. Its parameters are those of WorkItemContext alone, of which it
/// uses nothing that differs between work-items.
llvm::Function *build_group_step(llvm::Module &module, const GroupStep &step);

}  // namespace mux::compiler
