/// @file
/// Drops the fast-math flag `ninf`.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Drops `ninf` (-cl-finite-math-only) but keeps `nnan`. Programs built with that option
/// nevertheless use INFINITY as a sentinel, which other implementations preserve. Precondition:
/// before any simplification.
void drop_ninf(llvm::Module &module);

}  // namespace mux::compiler
