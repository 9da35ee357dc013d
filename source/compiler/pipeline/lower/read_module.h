/// @file
/// Reads bitcode and refuses what the pipeline cannot compile, so that later steps may assume a
/// well-formed module of OpenCL C.
///
/// Every failure is text; the module belongs to the caller. Different contexts may be used by
/// different threads at once.

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

/// Parses and verifies spir64 bitcode, and drops debug information.
/// @param kernels whose functions are enough; empty for all. Of a program with 1,000 kernels, one
/// is read in a hundredth of the time.
llvm::Expected<std::unique_ptr<llvm::Module>> read_module(std::string_view bitcode,
                                                          llvm::LLVMContext &context,
                                                          llvm::ArrayRef<std::string> kernels = {});

/// Refuses what OpenCL C does not have or what is not supported here: inline assembly, indirect
/// calls, constructors, thread-local variables, intrinsics of other processors, address
/// spaces that mean segment registers, and the like.
llvm::Error check_supported(llvm::Module &module);

}  // namespace mux::compiler
