/// @file
/// Defines the OpenCL C built-in functions that a module calls.
///
/// Definitions come from four places, tried in this order: LLVM intrinsics; expansions written with
/// an IRBuilder for families that differ only in their types (convert_*, vload/vstore, atomics,
/// shuffle); the scalar library, written in OpenCL C and compiled to bitcode when Mux is built;
/// and, for vector built-ins, calls of the scalar function for each lane. The mathematical
/// functions of the scalar library are straight-line code, so that they are vectorized together
/// with the kernel.

#pragma once

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Defines the OpenCL C built-ins that `module` calls: expands or links them. Work-item functions
/// and barriers are left to the pipeline (is_pipeline_function() in target/pipeline_functions.h
/// names them).
///
/// The module must be retargeted to this processor first (target/retarget.h): calling conventions
/// are C, the data layout and triple are the host's. New functions are internal.
///
/// @return the names of undefined functions that are no built-ins; empty on success.
std::vector<std::string> resolve_builtins(llvm::Module &module);

}  // namespace mux::compiler
