/// @file
/// Atomic operations on local memory, which only one thread ever sees.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Makes the atomic operations on local memory plain ones: the work-items of a group run on one
/// thread, and nobody else sees its local memory. To be run after the loops over work-items are
/// built: until then it is the atomics that say that the iterations depend on each other.
void lower_local_atomics(llvm::Module &module);

}  // namespace mux::compiler
