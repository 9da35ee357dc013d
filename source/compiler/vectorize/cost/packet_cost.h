/// @file
/// Whether running work-items side by side pays.
///
/// A rough count of what a packet takes against what its work-items take one after the other, with
/// what is in loops counting more. All constants of the count are in packet_cost.cpp.

#pragma once

#include <llvm/Support/Error.h>

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

}  // namespace mux::compiler
