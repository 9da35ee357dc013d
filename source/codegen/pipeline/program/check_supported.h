/// @file
/// Rejects modules that the pipeline cannot compile, so that later passes may assume OpenCL C.
///
/// The error is a text for the author of the program.

#pragma once

#include <llvm/Support/Error.h>

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Rejects what OpenCL C does not have or what is not supported: inline assembly, indirect calls,
/// constructors, thread-local variables, target intrinsics, address spaces that mean segment
/// registers, and the like.
llvm::Error check_supported(llvm::Module &module);

}  // namespace mux::compiler
