/// @file
/// Inlines all calls of a kernel, in time linear in the resulting code.

#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Inlines all calls of defined functions, including those in inlined code, regardless of
/// attributes such as noinline. Does not inline calls that LLVM cannot inline, and those of
/// ir/known_image_functions.h.
///
/// Top-down, unlike LLVM's AlwaysInliner, which is bottom-up: along a chain of calls, that copies
/// every body once for each function above it (2,000 functions in a chain: 9.5 s; here 0.2 s).
///
/// Library built-ins call two kinds of functions, recognized by name, that are inlined after all
/// others. A mux_choose_ function is replaced by one of two functions that it calls: mux_joint_ if
/// another mux_choose_ function is called with the same first argument, else mux_alone_.
/// mux_shared_ functions are computed once for several calls with the same arguments.
///
/// @param function must not be recursive.
/// @param leaves_kept whether calls of kept functions (ir/noinline_functions.h) are not inlined.
/// @param analyses of the called functions, which are not changed.
void inline_calls(llvm::Function &function, bool leaves_kept,
                  llvm::FunctionAnalysisManager &analyses);

}  // namespace mux::compiler
