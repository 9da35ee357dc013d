/// @file
/// What the program's fast-math options mean: infinities stay what they are, and the built-in
/// functions that it calls have the options too.
///
/// Clang writes the options (-cl-fast-relaxed-math and its kin) on each operation and each call.
/// The bodies of built-ins have none of their own, so that fmax(a, b) would still tell NaNs apart
/// where a < b ? b : a need not.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Forgets the promise of -cl-finite-math-only that nothing is infinite, not that about NaN.
/// Programs that are built so mark what is not there by INFINITY all the same, and other
/// implementations let them find it. Before anything is simplified.
void keep_infinities(llvm::Module &module);

/// Gives each call of a built-in with fast-math flags a copy of it in which all operations have
/// these flags. Only built-ins that are one short formula: longer ones rely on the order of their
/// operations and on infinities in between, and keep their precision with every option. Before
/// inlining.
void pass_on_fast_math(llvm::Module &module);

}  // namespace mux::compiler
