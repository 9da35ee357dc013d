/// @file
/// LLVM's TargetMachine for the target processor.

#pragma once

#include <llvm/Support/Error.h>

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace mux::compiler {

/// Initializes LLVM's code generator and sets its options, once per process.
void initialize_llvm();

/// The features of code_target() that differ from the defaults of its name, as a feature string.
/// LLVM parses the string for each module: the full string took a twelfth of the time to describe a
/// small kernel.
const std::string &nondefault_features();

/// Creates a TargetMachine for code_target(), and initializes LLVM; used by one thread at a time.
/// @return the machine, or an error if MUX_CPU names no known processor or LLVM has no code
/// generator for it.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create_target_machine();

}  // namespace mux::compiler
