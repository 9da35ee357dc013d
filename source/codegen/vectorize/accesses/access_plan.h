/// @file
/// The access plan: the form in which each memory access of a linearized function is executed by a
/// packet.
///
/// It is made once for a function and a packet, before the cost model runs. The cost model takes
/// the cost of an access from its form (cost/packet_cost.h), widening builds that form
/// (widen/memory/), and neither decides again, as with the recipes of LLVM's VPlan. A form may
/// depend on the number of lanes and on the parts: a plan is valid for its packet only, and until
/// the function changes. Versions (versions/) clone code and change addresses after the cost model
/// has accepted a packet, so widening uses a plan of its own, which the same code makes from the
/// changed function.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>

#include <cstddef>
#include <vector>

#include "codegen/ir/packet.h"
#include "codegen/vectorize/accesses/access.h"
#include "codegen/vectorize/accesses/access_planner.h"
#include "codegen/vectorize/analysis/shapes.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// The entries of all accesses of a function.
class AccessPlan {
 public:
  /// @param linearized a work-item function after linearize().
  AccessPlan(llvm::Function &linearized, const Packet &packet);
  AccessPlan(const AccessPlan &) = delete;
  AccessPlan &operator=(const AccessPlan &) = delete;

  llvm::Function &function() const { return function_; }
  const Packet &packet() const { return packet_; }
  const Shapes &shapes() const { return shapes_; }
  /// The entries in the order of the function's instructions.
  llvm::ArrayRef<Access> accesses() const { return accesses_; }

  /// Returns the mask of a block; NULL if it has none, or a constant one.
  llvm::Value *mask_of(const llvm::BasicBlock &block) const { return masks_.lookup(&block); }

  /// Whether a block has a mask.
  bool has_masks() const { return !masks_.empty(); }

  /// Returns NULL if the instruction is no access.
  const Access *find(const llvm::Instruction &instruction) const;
  /// Returns the entry of an access.
  const Access &of(const llvm::Instruction &access) const;
  /// The entry may be changed to another form that is possible for it; all members of a group or
  /// structure together.
  Access &of(const llvm::Instruction &access);

 private:
  llvm::Function &function_;
  Packet packet_;
  Shapes shapes_;
  AccessPlanner planner_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> masks_;
  std::vector<Access> accesses_;
  llvm::DenseMap<const llvm::Instruction *, size_t> indices_;
};

}  // namespace mux::compiler
