/// @file
/// How much stack compiled kernels need.
///
/// The code generator knows the frame of each function and reports it as a diagnostic, if the
/// function asks for that; a diagnostic handler collects the sizes.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Bytes of the frames of functions; those that are not there have none.
using StackSizes = llvm::DenseMap<const llvm::Function *, uint64_t>;

/// Before code is generated: has the frame of each function reported (DiagnosticInfoStackSize).
void request_stack_sizes(llvm::Module &module);

/// Bytes of stack of a function and all that it calls in its module, which is free of recursion.
/// Functions outside of the module are not counted.
uint64_t stack_use(const llvm::Function &function, const StackSizes &sizes);

}  // namespace mux::compiler
