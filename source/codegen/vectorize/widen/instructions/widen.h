/// @file
/// Widens a linearized work-item function to one that runs a packet of work-items.
///
/// The packet function has the attributes of the work-item function. The function that it is
/// inlined into needs the same "prefer-vector-width" (set_target_attributes()); otherwise the code
/// generator splits the vectors.

#pragma once

#include <llvm/Support/Error.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

class AccessPlan;

/// Checks whether widen() supports the function of a plan.
/// @return an error with the reason if it does not.
llvm::Error check_widenable(const AccessPlan &plan);

/// @param plan of a work-item function after linearize() that passes check_widenable(). The
/// function is not changed, and has not changed since the plan was made.
/// @return a new internal function with the same parameters. local_id and local_index
/// (WorkItemContext) are those of the packet's first work-item; local_id.x is a multiple of the
/// number of work-items that the packet has in x.
llvm::Function *widen(const AccessPlan &plan);

}  // namespace mux::compiler
