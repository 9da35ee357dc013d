/// @file
/// Decides whether vectorization pays off.
///
/// Compares rough costs of a packet and of scalar work-items (packet_cost.h).

#pragma once

#include <llvm/Support/Error.h>

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

class AccessPlan;

/// Compares the cost of packets with that of scalar code. Marks loops of the work-item for LLVM's
/// vectorizer if that is estimated to be faster.
/// @param work_item the function before its own vectors were split and before linearization.
/// @return an error with the reason why packets are slower.
llvm::Error check_profitability(const AccessPlan &plan, llvm::Function &work_item,
                                llvm::TargetMachine &machine);

}  // namespace mux::compiler
