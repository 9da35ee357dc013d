/// @file
/// Return value of packets whose work-items may continue at different barriers.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Makes a work-item function return the maximum of the values that the packet's work-items return,
/// by means of lane functions (lane_functions.h); for a single work-item that is its own value.
/// Must run before linearize().
/// @param greatest the largest index of a barrier; the smallest return value is -1.
void return_last_barrier(llvm::Function &function, unsigned greatest);

}  // namespace mux::compiler
