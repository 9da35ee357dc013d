/// @file
/// Reads bitcode and rejects what the pipeline cannot compile, so that later passes may assume a
/// well-formed module of OpenCL C.
///
/// Errors are texts; the module belongs to the caller. Threads may use different contexts
/// concurrently.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>

#include <memory>
#include <string>
#include <string_view>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Parses and verifies spir64 bitcode, and strips debug information.
/// @param kernels to read with the functions that they reach; empty for all. Of a program with
/// 1,000 kernels, one is read in a hundredth of the time.
llvm::Expected<std::unique_ptr<llvm::Module>> read_module(std::string_view bitcode,
                                                          llvm::LLVMContext &context,
                                                          llvm::ArrayRef<std::string> kernels = {});

/// Rejects what OpenCL C does not have or what is not supported: inline assembly, indirect calls,
/// constructors, thread-local variables, target intrinsics, address spaces that mean segment
/// registers, and the like.
llvm::Error check_supported(llvm::Module &module);

}  // namespace mux::compiler
