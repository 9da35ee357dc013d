/// @file
/// Lets the program's fast-math options reach the built-in functions it calls.
///
/// Clang writes the options (-cl-fast-relaxed-math and its kin) on each operation and each call.
/// The bodies of built-ins have none of their own, so that fmax(a, b) would still tell NaNs apart
/// where a < b ? b : a need not.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Gives each call of a built-in with fast-math flags a copy of it in which all operations have
/// these flags. Only built-ins that are one short formula: longer ones rely on the order of their
/// operations and on infinities in between, and keep their precision with every option. Before
/// inlining.
void pass_on_fast_math(llvm::Module &module);

}  // namespace mux::compiler
