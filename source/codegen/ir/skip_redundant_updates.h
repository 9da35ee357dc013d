/// @file
/// Skips atomic minima and maxima that do not change memory.
#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Puts a relaxed load and a comparison in front of relaxed atomic minima and maxima, and skips the
/// update if it would not change the value. After the first few updates of one location hardly any
/// does, and a processor without these instructions uses a locked compare-exchange loop, which
/// takes the cache line exclusively. Measured: edges that each lower two minima take 0.77 ms
/// instead of 1.37 ms. Atomics of stronger memory orders are left alone, as is any module with
/// fences weaker than sequentially consistent: what such a fence orders may depend on the write
/// taking place. Must run after all passes that look for atomic operations.
void skip_redundant_updates(llvm::Module &module);

}  // namespace mux::compiler
