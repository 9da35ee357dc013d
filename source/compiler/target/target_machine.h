/// @file
/// LLVM's code generator for the processor that code is made for.

#pragma once

#include <llvm/Support/Error.h>

#include <memory>

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

/// Makes LLVM's code generator known and sets its options, once in a process.
void initialize_llvm();

/// A code generator for code_target(), LLVM being initialized; used by one thread at a time.
/// @return an error if MUX_CPU names no processor or LLVM has no code generator for it.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create_target_machine();

}  // namespace mux::compiler
