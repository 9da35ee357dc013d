/// @file
/// Loops that do what an atomic operation does: `do { old = *p; } while (atomic_cmpxchg(p, old,
/// old + x) != old);`.
///
/// Programs write sums of floating-point numbers that way, for OpenCL had nothing else for them for
/// long. Each lane would leave such a loop at another time, and local memory, which only one thread
/// sees, needs none.

#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Replaces them by the operation. To be run on simplified code, before the control flow of lanes
/// is changed.
void recognize_atomic_updates(llvm::Module &module);

}  // namespace mux::compiler
