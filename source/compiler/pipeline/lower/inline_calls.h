/// @file
/// Inlines whatever a kernel calls, in a time that grows with the code that comes of it.

#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Inlines the calls of functions that have a body, those in the inlined code too, whether or not
/// they want to be inlined. Leaves calls that LLVM cannot inline, and those of
/// ir/known_image_functions.h.
///
/// From the kernel down, other than LLVM's AlwaysInliner, which inlines each function into its
/// callers first: along a chain of calls that copies every body once for each function above it
/// (2,000 functions in a chain: 9.5 s; here 0.2 s).
///
/// Built-ins of the library call two kinds of functions, which are told by their names, when all
/// else was inlined. mux_choose_ functions stand for one of two that they call: mux_joint_ where
/// another mux_choose_ function is called with the same first argument, mux_alone_ where none is.
/// mux_shared_ functions are calculated once for several calls with the same arguments.
///
/// @param function must not reach itself by calls.
/// @param leaves_kept calls of kept functions (ir/kept_functions.h) stay.
/// @param analyses of the functions that are called, which stay as they are.
void inline_calls(llvm::Function &function, bool leaves_kept,
                  llvm::FunctionAnalysisManager &analyses);

}  // namespace mux::compiler
