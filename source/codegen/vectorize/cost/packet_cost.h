/// @file
/// Decides whether vectorization pays off.
///
/// Compares rough costs of a packet and of scalar work-items, weighted by estimated execution
/// counts of blocks. The constants are in packet/tuning.h.

#pragma once

#include <llvm/Support/Error.h>

#include <vector>

#include "codegen/ir/packet.h"

namespace llvm {
class Function;
class Loop;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Whether a loop of a linearized function is divergent with trip counts that differ widely between
/// lanes, so that it iterates until the last lane leaves it.
bool has_divergent_trip_count(const llvm::Loop &loop, const Shapes &shapes);

/// Compares the cost of packets with that of scalar code. Marks loops of the work-item for LLVM's
/// vectorizer if that is estimated to be faster.
/// @param work_item the function before its own vectors were split and before linearization.
/// @return an error with the reason why packets are slower.
llvm::Error check_profitability(llvm::Function &linearized, llvm::Function &work_item,
                                llvm::TargetMachine &machine, const Packet &packet);

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
EstimatedCosts estimate_costs(llvm::Function &linearized, llvm::Function &work_item,
                              llvm::TargetMachine &machine, const Packet &packet);

}  // namespace mux::compiler
