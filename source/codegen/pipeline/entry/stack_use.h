/// @file
/// Stack size of compiled kernels.
///
/// The code generator knows the frame size of each function and reports it as a diagnostic if the
/// function requests it; a diagnostic handler collects the sizes.

#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Frame sizes in bytes; functions that are not in the map have none.
using StackSizes = llvm::DenseMap<const llvm::Function *, uint64_t>;

/// Requests a report of each function's frame size (DiagnosticInfoStackSize). Precondition: code is
/// not generated yet.
void request_stack_sizes(llvm::Module &module);

/// Stack size in bytes of a function and all functions of its module that it calls; the module has
/// no recursion. Functions outside the module are not counted.
uint64_t stack_use(const llvm::Function &function, const StackSizes &sizes);

}  // namespace mux::compiler
