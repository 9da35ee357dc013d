/// @file
/// Estimates the costs of packets and of scalar work-items for remarks.

#pragma once

#include <vector>

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

class AccessPlan;

/// Estimated costs per work-item, in units of one instruction.
struct EstimatedCosts {
  /// Cost of scalar code.
  double scalar = 0;
  struct OfLanes {
    unsigned lanes = 0;
    /// Cost per work-item of a packet with this many lanes.
    double cost = 0;
    /// Whether live vectors exceed the spill threshold.
    bool spills = false;
  };
  /// For a quarter, half and all of the lanes of the chosen packet, but at least 2. More lanes
  /// would take several registers each, which the cost of accesses does not model.
  std::vector<OfLanes> packets;
};

/// Estimates the costs for remarks, including packets that are not considered for code.
EstimatedCosts estimate_costs(const AccessPlan &plan, llvm::Function &work_item,
                              llvm::TargetMachine &machine);

}  // namespace mux::compiler
