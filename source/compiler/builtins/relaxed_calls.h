/// @file
/// Programs that allow approximations (-cl-unsafe-math-optimizations, -cl-fast-relaxed-math) call
/// functions of float that are made for that.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler::builtins {

/// Calls of undefined functions of float that may be approximated (`afn`) become calls of the
/// native_ function, or of another one in library/float_native.inc, which stays within the bounds
/// of the table "ULP Values for Single Precision Math Instructions with
/// -cl-unsafe-math-optimizations" of the OpenCL SPIR-V environment specification. Functions that
/// gain nothing by it stay what they are, and so do those of half and double.
void relax_calls(llvm::Module &module);

}  // namespace mux::compiler::builtins
