/// @file
/// Propagates a program's fast-math flags into the built-in functions that it calls.
///
/// Clang sets the flags of -cl-fast-relaxed-math and similar options on each operation and each
/// call. The bodies of built-ins have no flags, so that fmax(a, b) would still handle NaNs where a
/// < b ? b : a need not.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Replaces each call of a built-in with fast-math flags by a call of a clone whose operations have
/// these flags. Only for built-ins that are one short formula: longer ones rely on the order of
/// their operations and on intermediate infinities, and keep their precision with every option.
/// Precondition: before inlining.
void propagate_fast_math(llvm::Module &module);

}  // namespace mux::compiler
