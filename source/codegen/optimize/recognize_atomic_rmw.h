/// @file
/// Replaces compare-exchange loops by atomic operations: `do { old = *p; } while (atomic_cmpxchg(p,
/// old, old + x) != old);`.
///
/// Programs use such loops for floating-point sums, for which OpenCL had no atomic operation for a
/// long time. The loop would be divergent, and it is not needed for local memory, which only one
/// thread accesses.

#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Replaces the loops. Precondition: the code is simplified, and not linearized yet.
void recognize_atomic_rmw(llvm::Module &module);

}  // namespace mux::compiler
