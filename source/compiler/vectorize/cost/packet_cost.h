/// @file
/// Whether running work-items side by side pays.
///
/// A rough count of what a packet takes against what its work-items take one after the other, with
/// what is in loops counting more. All constants of the count are in packet_cost.cpp.

#pragma once

#include <llvm/Support/Error.h>

#include <vector>

#include "compiler/ir/packet.h"

namespace llvm {
class Function;
class Loop;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Whether a loop of a linearized function runs until the last lane has left, where lanes leave at
/// very different times.
bool is_left_lane_by_lane(const llvm::Loop &loop, const Shapes &shapes);

/// @param work_item what was linearized, as it was before vectors of its own were split.
/// @return an error that says what makes packets too slow.
llvm::Error check_packets_pay(llvm::Function &linearized, llvm::Function &work_item,
                              llvm::TargetMachine &machine, const Packet &packet);

/// What work-items are estimated to take, in units of one instruction.
struct EstimatedCosts {
  /// Of a work-item alone.
  double scalar = 0;
  struct OfLanes {
    unsigned lanes = 0;
    /// Of a work-item of a packet with so many lanes.
    double cost = 0;
    /// Registers are not expected to hold what the packet keeps.
    bool spills = false;
  };
  /// For a quarter, half and all of the lanes of the packet that was chosen, as far as there are
  /// such. More lanes would be several registers each, which the count does not know of accesses.
  std::vector<OfLanes> packets;
};

/// For people: costs of packets that were not tried, too.
EstimatedCosts estimate_costs(llvm::Function &linearized, llvm::Function &work_item,
                              llvm::TargetMachine &machine, const Packet &packet);

}  // namespace mux::compiler
