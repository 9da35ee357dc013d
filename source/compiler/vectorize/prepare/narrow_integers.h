/// @file
/// Sums of bytes in 16 bits.
///
/// OpenCL C calculates with ints, so bytes become 32 bits wide before anything is done with them.
/// Where what is stored of the result are bytes or shorts again, and everything between needs no
/// more than 16 bits, vectors have room for twice the work-items. Often that shows only when short
/// loops, around a pixel for instance, are gone.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Calculates with at most 16 bits, if that is possible for all that the function stores and what
/// it loads is as narrow. Unrolls short loops for it. To be run before linearize().
/// @return whether the function changed.
bool narrow_integers(llvm::Function &work_item, llvm::TargetMachine &machine);

}  // namespace mux::compiler
