/// @file
/// Selects less precise functions of float in programs that allow approximations
/// (-cl-unsafe-math-optimizations, -cl-fast-relaxed-math).

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler::builtins {

/// Redirects calls of undefined functions of float with the `afn` flag to the native_ function, or
/// to another function of library/float_native.inc, within the bounds of the table "ULP Values for
/// Single Precision Math Instructions with -cl-unsafe-math-optimizations" of the OpenCL SPIR-V
/// environment specification. Functions for which this is no faster are not redirected, nor are
/// those of half and double.
void relax_calls(llvm::Module &module);

}  // namespace mux::compiler::builtins
