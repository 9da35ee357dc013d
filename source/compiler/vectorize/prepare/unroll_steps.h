/// @file
/// Unrolls short loops around barriers: the steps of a reduction, a scan or a sorting network.
///
/// What such a step does depends on its index: which work-items take part, how far away their
/// partners are. With the index known, parts of a packet that do nothing vanish, and addresses in
/// local memory become constants.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// @param function a work-item function with its barriers.
void unroll_steps(llvm::Function &function, llvm::TargetMachine &machine);

}  // namespace mux::compiler
