/// @file
/// Which lanes of a part an instruction is done for.

#pragma once

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// At most one of the two is set. If neither is, all lanes run.
struct RunningLanes {
  /// i1: all lanes of the part run, or none does.
  llvm::Value *together = nullptr;
  /// <lanes x i1>: each lane for itself.
  llvm::Value *each = nullptr;

  bool all() const { return together == nullptr && each == nullptr; }
};

/// @param instruction of the linearized function, with effects or accesses to memory: its block
/// runs only if some lane of the packet does.
RunningLanes running_lanes(Widener &widener, const llvm::Instruction &instruction, unsigned part);

/// The same for an instruction without effects, whose result may be shared by all parts: then the
/// lanes that run in any of them.
RunningLanes reading_lanes(Widener &widener, const llvm::Instruction &instruction, unsigned part);

/// <lanes x i1>, even if all lanes run.
llvm::Value *lane_mask(Widener &widener, const RunningLanes &running);

/// One bit of an integer for each lane; `running.each` must be set.
llvm::Value *lane_bits(Widener &widener, const RunningLanes &running);

/// i1: whether any lane runs.
llvm::Value *any_running(Widener &widener, const RunningLanes &running);

/// Sets what is the same for all lanes of a part as the value's result, whatever its shape.
void set_same_for_lanes(Widener &widener, llvm::Instruction &value, unsigned part,
                        llvm::Value *result);

}  // namespace mux::compiler
