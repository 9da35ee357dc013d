/// @file
/// Lowers atomic operations on local memory, which only one thread accesses, to plain ones.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Replaces atomic operations on local memory by plain ones: one thread runs all work-items of a
/// group, and no other thread accesses its local memory. Must run after the loops over work-items
/// are built; until then the atomics express the dependences between their iterations.
void lower_local_atomics(llvm::Module &module);

}  // namespace mux::compiler
