/// @file
/// The active lanes of an instruction in a part of the packet.

#pragma once

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// At most one of the two is set. If neither is, all lanes are active.
struct ActiveLanes {
  /// i1: all lanes of the part are active, or none is.
  llvm::Value *together = nullptr;
  /// <lanes x i1>: one bit for each lane.
  llvm::Value *each = nullptr;

  bool all() const { return together == nullptr && each == nullptr; }
};

/// @param instruction an instruction of the linearized function with side effects or memory
/// accesses: its block is only executed if at least one lane of the packet is active.
ActiveLanes active_lanes(Widener &widener, const llvm::Instruction &instruction, unsigned part);

/// The same for an instruction without effects whose result may be shared by several parts: the
/// lanes that are active in any of them.
ActiveLanes active_lanes_of_sharing_parts(Widener &widener, const llvm::Instruction &instruction,
                                          unsigned part);

/// Returns <lanes x i1>, even if all lanes are active.
llvm::Value *lane_mask(Widener &widener, const ActiveLanes &running);

/// Returns an integer with one bit for each lane; `running.each` must be set.
llvm::Value *lane_bits(Widener &widener, const ActiveLanes &running);

/// Returns an i1: whether any lane is active.
llvm::Value *any_active(Widener &widener, const ActiveLanes &running);

/// Sets a value that is uniform across a part's lanes as the instruction's result, whatever its
/// shape.
void set_uniform_result(Widener &widener, llvm::Instruction &value, unsigned part,
                        llvm::Value *result);

}  // namespace mux::compiler
