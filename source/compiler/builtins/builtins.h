/// @file
/// The OpenCL C library: gives a body to every built-in function that a module calls.
///
/// Built-ins come from four places, tried in this order: LLVM intrinsics for what the processor or
/// LLVM knows itself; small expansions written with an IRBuilder for families that differ only in
/// their types (convert_*, vload/vstore, atomics, shuffle); the scalar library, written in OpenCL C
/// and compiled to bitcode when Mux is built; and lane-by-lane calls of a scalar function for a
/// vector one. The scalar library's mathematics is straight-line code, so that it becomes vector
/// code with the kernel.

#pragma once

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Gives a body to the OpenCL C built-ins that `module` calls: expands them in place or links them.
/// Work-item functions and barriers are left alone, since they mean something to the pipeline
/// (is_pipeline_function() in target/pipeline_functions.h names them).
///
/// The module must be retargeted to this processor first (pipeline/retarget.h): calling conventions
/// are C, the data layout and triple are the host's. New functions are internal.
///
/// @return the names of the functions that are still undefined and nobody knows; empty on success.
std::vector<std::string> resolve_builtins(llvm::Module &module);

}  // namespace mux::compiler
