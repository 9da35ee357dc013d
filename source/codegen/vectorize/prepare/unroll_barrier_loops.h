/// @file
/// Unrolls short loops around barriers: the steps of a reduction, a scan or a sorting network.
///
/// The code of such a step depends on its index: which work-items are active, and how far away
/// their partners are. With a constant index, parts of a packet that are inactive vanish, and
/// addresses in local memory become constants.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// @param function a work-item function with its barriers.
void unroll_barrier_loops(llvm::Function &function, llvm::TargetMachine &machine);

}  // namespace mux::compiler
