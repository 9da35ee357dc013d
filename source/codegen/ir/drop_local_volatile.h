/// @file
/// Makes volatile accesses to local memory plain ones.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Drops `volatile`, since no other thread reads or writes local memory. Must run after spin-wait
/// loops, in which a work-item waits for another, have been recognized.
void drop_local_volatile(llvm::Function &function);

}  // namespace mux::compiler
