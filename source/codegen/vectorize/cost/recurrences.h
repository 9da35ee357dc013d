/// @file
/// Detects loops that are bound by the latency of a recurrence, a loop-carried dependence.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

class Shapes;

/// Returns the ratio of the recurrence latency to the throughput-bound time of an iteration, for
/// the loop with most of the function's vector operations: how many parts could execute in the time
/// of one. 0 if there is no such loop, or if its loop-carried values are uniform.
double recurrence_to_throughput_ratio(llvm::Function &linearized, const Shapes &shapes,
                                      unsigned lanes);

}  // namespace mux::compiler
