/// @file
/// Lowers work-group collectives to a step between two regions that is executed once for the group.
///
/// A collective splits the kernel like a barrier. Each work-item stores its operand in a slot of
/// the context array; when all have reached the collective, the group executes one step, a loop
/// over that slot, which is a plain array; then each work-item continues with the result. The step
/// is vector code that combines the values in an order of its own. A scan stores every work-item's
/// result in the slot of its operand. A uniform result has a slot of its own: a work-item that
/// continues may reach the next collective, and store its operand, before another has read the
/// result of this one. Where groups are joined, the step handles one after the other, and every
/// result replaces the work-item's operand.
///
/// For the same reason a value that is uniform across the group, such as the counter of a loop
/// around the barrier, is loaded from one element of its slot and stored to another; the step
/// copies the second to the first.

#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <array>
#include <optional>

#include "codegen/ir/collectives.h"
#include "codegen/pipeline/barriers/context_array.h"

namespace llvm {
class CallInst;
class Function;
}  // namespace llvm

namespace mux::compiler {

/// Slots of the context array that one collective uses.
struct CollectiveSlots {
  Collective collective;
  llvm::Type *type = nullptr;
  ContextArray::Slot values;
  /// Of a uniform collective: the result, in the first element; unused where groups are joined.
  ContextArray::Slot result;
  /// Of a broadcast: the index of the value, in the first element, or in each where groups are
  /// joined.
  ContextArray::Slot index;
};

/// Allocates slots for the collectives of one kernel, which reuse them.
class CollectiveMemory {
 public:
  /// @param joined whether groups are joined.
  CollectiveMemory(ContextArray &storage, bool joined) : storage_(storage), joined_(joined) {}

  /// Allocates the slots of a collective, and stores its operands right before the call.
  CollectiveSlots give(llvm::CallInst &call, const Collective &collective);
  /// Loads the current work-item's result.
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

/// Where work-items may be blocked elsewhere: those that are blocked at the barrier with that index
/// participate.
struct Participants {
  ContextArray::Slot resume_point;
  uint32_t barrier_index = 0;
};

/// A value that is uniform across the group, in a slot of ContextArray::add_shared().
struct SharedValue {
  ContextArray::Slot slot;
  llvm::Type *type = nullptr;
};

/// What a group executes once between two regions.
struct GroupStep {
  std::optional<CollectiveSlots> collective;
  /// Who participates in the collective; all if not set.
  std::optional<Participants> participants;
  /// The size of each of the joined groups.
  std::optional<std::array<uint64_t, 3>> joined_size;
  /// Values to pass to ContextArray::publish_shared().
  llvm::SmallVector<SharedValue> shared_values;

  bool is_empty() const { return !collective.has_value() && shared_values.empty(); }
};

/// Builds the function of a step. Its parameters are those of WorkItemContext, of which it uses
/// only those that are uniform across the group.
llvm::Function *build_group_step(llvm::Module &module, const GroupStep &step);

}  // namespace mux::compiler
