/// @file
/// What packets return whose work-items may go on at different barriers.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Makes a work-item function return the greatest of what the work-items of a packet return, with
/// lane functions (lane_functions.h); to a single work-item that is its own. To be run before
/// linearize().
/// @param greatest the greatest index of a barrier; -1 is the least index.
void return_last_barrier(llvm::Function &function, unsigned greatest);

}  // namespace mux::compiler
