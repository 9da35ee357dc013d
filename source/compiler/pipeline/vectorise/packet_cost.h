/// @file
/// Whether running work-items side by side pays.
///
/// A rough count of what a packet takes against what its work-items take one after the other, with
/// what is in loops counting more. All constants of the count are in packet_cost.cpp.

#pragma once

#include <string>

#include "compiler/pipeline/vectorise/packet.h"

namespace llvm {
class Function;
class Loop;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

class Shapes;

/// Whether a loop of a linearised function runs until the last lane has left, where lanes leave at
/// very different times.
bool is_left_lane_by_lane(const llvm::Loop &loop, const Shapes &shapes);

/// @param work_item what was linearised, as it was before vectors of its own were split.
/// @param[out] reason what makes packets too slow, when false is returned.
bool packets_pay(llvm::Function &linearised, llvm::Function &work_item,
                 llvm::TargetMachine &machine, const Packet &packet, std::string &reason);

}  // namespace mux::compiler
